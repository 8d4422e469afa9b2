import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Services } from './services.ts'

const body = z.strictObject({
  passed_ms: z
    .number()
    .int()
    .min(0)
    .max(400 * 86_400_000),
})
const patience_ms = 5_000
const look_ms = 20

/** Lets time pass for the tests of callers: changes that would have happened meanwhile happen now, in order. */
export function clockRoutes(app: FastifyInstance, { db, stopping }: Services) {
  app.post('/v1/clock', async (request) => {
    const { passed_ms } = body.parse(request.body)
    await db.query('update clock set passed_ms = passed_ms + $1', [passed_ms])
    await db.query(
      `update operation set key_ends_at = key_ends_at - $1 * interval '1 millisecond' where key_ends_at > now()`,
      [passed_ms],
    )
    await db.query(`update due_change set due_at = due_at - $1 * interval '1 millisecond'`, [passed_ms])
    const end = Date.now() + patience_ms
    let open = await stillDue()
    while (open > 0 && Date.now() < end && !stopping.aborted) {
      await new Promise((resolve) => setTimeout(resolve, look_ms))
      open = await stillDue()
    }
    return { open }
  })

  async function stillDue(): Promise<number> {
    const { rows } = await db.query<{ open: number }>(
      `select (select count(*) from due_change where due_at <= clock_timestamp())::int
            + (select count(*) from notification where delivered_at is null and given_up_at is null and not is_held
               and attempts = 0 and next_attempt_at <= clock_timestamp() + interval '1 second')::int as open`,
    )
    return rows[0]?.open ?? 0
  }
}
