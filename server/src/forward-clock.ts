import { clockEndpoint, forwardClockEndpoint } from '@kontor/contract/clock.endpoints'
import { clockSchemas, forwardClockSchemas, longestMove_days } from '@kontor/contract/clock.schemas'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import type { Reader } from './platform/db/database.ts'
import { route } from './platform/http/endpoint.ts'
import type { Services } from './platform/http/services.ts'
import type { EngineClock } from './platform/time/engine-clock.ts'

interface Clocked extends Services {
  readonly clock: EngineClock
}

/** Registers the engine's time: everybody may read it, and the provider's super users of a demo may move it forward. */
export function clockRoutes(app: FastifyInstance, services: Clocked): void {
  const { clock } = services
  route(app, services, clockEndpoint, clockSchemas, (trx) => timeOf(trx, clock), { as: () => 'provider' })
  route(app, services, forwardClockEndpoint, forwardClockSchemas, async (trx, { body, now }) => {
    const to = new Date(body.to)
    if (!(await isDemo(trx))) throw new Refusal('not_a_demo')
    if (to <= now) throw new Refusal('not_in_the_future', { 'body.to': 'not_in_the_future' })
    if (to.getTime() - now.getTime() > longestMove_days * 86_400_000)
      throw new Refusal('too_far', { 'body.to': 'too_far' })
    await trx.updateTable('installation').set({ clock_target: to.toISOString() }).execute()
    return { answer: { now: now.toISOString(), is_moved: true, moving_to: to.toISOString(), may_move: true } }
  })
}

async function timeOf(db: Reader, clock: EngineClock) {
  const known = await db.selectFrom('installation').select(['demo', 'clock_offset_ms']).executeTakeFirst()
  return {
    now: clock.now().toISOString(),
    is_moved: (known?.clock_offset_ms ?? 0) > 0,
    moving_to: clock.target()?.toISOString() ?? null,
    may_move: known?.demo === true,
  }
}

const isDemo = async (db: Reader): Promise<boolean> =>
  (await db.selectFrom('installation').select('demo').executeTakeFirst())?.demo === true
