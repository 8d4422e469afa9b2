import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { accountOf } from '../accounts.ts'
import type { Services } from '../services.ts'
import { chargebacksOf } from './chargebacks.ts'
import { type Operation, type Payment, viewOf } from './operation.ts'
import { Refused } from './refused.ts'

const page = z.strictObject({
  since: z.iso.datetime(),
  after: z.string().max(250).default(''),
  limit: z.coerce.number().int().min(1).max(100).default(100),
})

/** The payments of an account in which something happened since a moment: for callers that lost what they knew of them. */
export function listRoutes(app: FastifyInstance, { db, publicUrl }: Services) {
  app.get('/v1/payments', async (request) => {
    const { name, is_told_later } = await accountOf(db, request)
    if (is_told_later) throw new Refused(422, 'no_look_up', 'This account is told by notifications alone')
    const { since, after, limit } = page.parse(request.query)
    const { rows } = await db.query<Payment>(changed, [name, since, after, limit])
    const payments = []
    for (const payment of rows) {
      const { id, reference, merchant_reference, payment_product, capture_at_once: capture, metadata } = payment
      const operations = await db.query<Operation>(begun, [name, id])
      const views = []
      for (const operation of operations.rows) views.push(await viewOf(db, publicUrl(), operation))
      const of = { id, reference, merchant_reference, payment_product, capture, metadata }
      payments.push({ ...of, operations: views, chargebacks: await chargebacksOf(db, payment) })
    }
    return { payments, next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null }
  })
}

/** Whatever happens to a payment is an operation, or is told by a notification. */
const changed = `
  select * from payment where account = $1 and id > $3 and (created_at >= $2
    or exists (select from operation o where o.account = $1 and o.payment_id = payment.id and o.created_at >= $2)
    or exists (select from notification n where n.account = $1 and n.payment_id = payment.id and n.created_at >= $2))
  order by id limit $4`

/** A resumption tells nothing that its payment does not tell. What was refused did not begin. */
const begun = `
  select * from operation
  where account = $1 and payment_id = $2 and answer_code = 200 and kind <> 'resume' and not is_key_over
  order by created_at, id`
