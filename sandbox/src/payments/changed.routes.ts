import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { accountOf } from '../accounts.ts'
import type { Queryable } from '../database.ts'
import type { Services } from '../services.ts'
import { type Operation, viewOf } from './operation.ts'
import { Refused } from './refused.ts'

const page = z.strictObject({
  /** From this moment on, by the clock of the machine. */
  changed_since: z.iso.datetime(),
  /** The last id of the page before. */
  after: z.string().max(250).default(''),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})

/** What an account has, for callers that have lost theirs: which payments changed, and all that is known of one. */
export function changedRoutes(app: FastifyInstance, { db, publicUrl }: Services) {
  app.get('/v1/payments', async (request) => {
    const { name } = await askable(request)
    const { changed_since, after, limit } = page.parse(request.query)
    const { rows } = await db.query<{ id: string }>(changed, [name, after, changed_since, limit])
    return { payments: rows.map(({ id }) => id), has_more: rows.length === limit }
  })

  app.get<{ Params: { id: string } }>('/v1/payments/:id', async (request) => {
    const { name } = await askable(request)
    const of = [name, request.params.id]
    const { rows } = await db.query<{ note: object | null; reference: string }>(
      'select note, reference from payment where account = $1 and id = $2',
      of,
    )
    const [payment] = rows
    if (!payment) throw new Refused(404, 'unknown_payment', 'The sandbox does not know this payment')
    const { rows: operations } = await db.query<Operation>(made, of)
    const { rows: chargebacks } = await db.query<{ reference: string | null }>(
      `select id, payment_id, amount, currency_code, reason, reason_code, status, respond_by, reference
       from chargeback where account = $1 and payment_id = $2 order by id`,
      of,
    )
    return {
      note: payment.note ?? {},
      operations: await viewsOf(db, publicUrl(), operations),
      chargebacks: chargebacks.map((each) => ({ ...each, reference: each.reference ?? payment.reference })),
    }
  })

  const askable = async (request: Parameters<typeof accountOf>[1]) => {
    const account = await accountOf(db, request)
    if (account.is_told_later) throw new Refused(422, 'no_look_up', 'This account is told by notifications alone')
    return account
  }
}

async function viewsOf(db: Queryable, publicUrl: string, operations: readonly Operation[]) {
  const views = []
  for (const operation of operations) views.push(await viewOf(db, publicUrl, operation))
  return views
}

/** A payment changes when it begins, by an operation on it, or by what its account was told. The ids follow the time. */
const changed = `
  select p.id from payment p where p.account = $1 and p.id > $2 and (p.created_at >= $3
    or exists (select from operation o where o.account = p.account and o.payment_id = p.id and o.created_at >= $3)
    or exists (select from notification n where n.account = p.account and n.payment_id = p.id and n.created_at >= $3))
  order by p.id limit $4`

/** What changed the payment or tried to, the payment itself first. A resumption tells the payment's own outcome. */
const made = `
  select * from operation where account = $1 and payment_id = $2 and answer_code = 200 and kind <> 'resume' and not is_key_over
  order by created_at, id`
