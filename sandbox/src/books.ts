import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { accountOf } from './accounts.ts'
import type { Services } from './services.ts'

const page = z.strictObject({
  after: z.string().max(250).default(''),
  limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
})

/** What an account's payments really came to: for callers that compare their own books with it. */
export function bookRoutes(app: FastifyInstance, { db }: Services) {
  app.get('/v1/books', async (request) => {
    const { name } = await accountOf(db, request)
    const { after, limit } = page.parse(request.query)
    const { rows } = await db.query<{ payment: { id: string }; operations: { reference: string }[] }>(books, [
      name,
      after,
      limit,
    ])
    const references = rows.flatMap(({ operations }) => operations.map(({ reference }) => reference))
    return {
      payments: rows.map(({ payment, operations }) => ({ ...payment, operations })),
      references: (await db.query(counted, [name, references])).rows,
      next: rows.length === limit ? (rows.at(-1)?.payment.id ?? null) : null,
    }
  })
}

/** An operation that was refused (422) did not begin: it is not in the books. */
const books = `
  select json_build_object('id', payment.id, 'reference', payment.reference, 'currency_code', payment.currency_code,
      'status', payment.status, 'authorized', payment.amount,
      'taken', case when payment.status in ('SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED')
        then payment.captured_amount else 0 end,
      'given_back', coalesce(sum(o.amount) filter (where o.kind = 'refund' and o.status = 'PROCESSED'), 0)) as payment,
    coalesce(json_agg(json_build_object('reference', o.reference, 'kind', o.kind, 'id', o.id, 'amount', o.amount,
      'status', o.status) order by o.created_at, o.id) filter (where o.id is not null), '[]') as operations
  from payment left join operation o
    on o.account = payment.account and o.payment_id = payment.id and o.answer_code = 200
  where payment.account = $1 and payment.id > $2
  group by payment.account, payment.id order by payment.id limit $3`

/** How many operations began under each reference: a second one is work that was done twice. */
const counted = `
  select reference, kind, count(*)::int as operations from operation
  where account = $1 and reference = any($2) and answer_code = 200 group by reference, kind order by reference`
