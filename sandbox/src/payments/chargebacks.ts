import type { FastifyInstance } from 'fastify'
import { v7 as newId } from 'uuid'
import { z } from 'zod'
import { accountOf } from '../accounts.ts'
import { inTransaction, type Queryable, type Trx } from '../database.ts'
import { enqueueNotification } from '../notifications.ts'
import type { Services } from '../services.ts'
import { findCard } from './behaviour/behaviour.ts'
import { chargebackReasons, daysToRespond } from './behaviour/rules.ts'
import { schedule } from './due/schedule.ts'
import { lockPayment, type Operation, type Payment } from './operation.ts'
import { Refused } from './refused.ts'

export interface Chargeback {
  id: string
  payment_id: string
  amount: number
  currency_code: string
  reason: string
  reason_code: string
  status: string
  respond_by: string
}

const fields = 'id, payment_id, amount, currency_code, reason, reason_code, status, respond_by'
/** SQL of today's date, moved on by the time that callers have let pass. */
export const today = `((now() + (select passed_ms from clock) * interval '1 millisecond') at time zone 'UTC')::date`
const day_ms = 86_400_000

/** The statuses from which a chargeback can reach each status. */
const comesFrom: Record<string, string[]> = {
  IN_DISPUTE: ['OPEN'],
  WON: ['IN_DISPUTE'],
  LOST: ['OPEN', 'IN_DISPUTE'],
  CANCELLED: ['OPEN', 'IN_DISPUTE'],
}

const resolveBody = z.strictObject({ status: z.enum(['IN_DISPUTE', 'WON', 'LOST', 'CANCELLED']) })

export function chargebackRoutes(app: FastifyInstance, services: Services) {
  app.post<{ Params: { id: string } }>('/v1/chargebacks/:id/resolve', async (request) => {
    const { name: account } = await accountOf(services.db, request)
    const { status } = resolveBody.parse(request.body)
    return inTransaction(services.db, async (trx) => {
      const key = await findChargeback(trx, account, request.params.id)
      const payment = key && (await lockPayment(trx, { account, payment_id: key.payment_id }))
      if (!payment) throw new Refused(404, 'unknown_chargeback', 'The sandbox does not know this chargeback')
      const moved = await move(services, trx, payment, key.id, status)
      if (moved) return moved
      throw new Refused(422, 'not_possible_now', `The chargeback cannot become ${status} any more, or yet`)
    })
  })
}

export async function findChargeback(db: Queryable, account: string, id: string): Promise<Chargeback | undefined> {
  const { rows } = await db.query<Chargeback>(`select ${fields} from chargeback where account = $1 and id = $2`, [
    account,
    id,
  ])
  return rows[0]
}

/** The chargebacks of a payment, as notifications tell them. */
export async function chargebacksOf(db: Queryable, { account, id, reference }: Payment): Promise<object[]> {
  const { rows } = await db.query<Chargeback & { own_reference: string | null }>(
    `select ${fields}, reference as own_reference from chargeback where account = $1 and payment_id = $2`,
    [account, id],
  )
  return rows.map(({ own_reference, ...chargeback }) => ({ ...chargeback, reference: own_reference ?? reference }))
}

/** Locks those of the payments that can be charged back, and gives what was captured of each. */
export async function lockChargeable(
  trx: Trx,
  account: string,
  payments: readonly string[],
): Promise<Map<string, number | null>> {
  const { rows } = await trx.query<Pick<Payment, 'id' | 'captured_amount'>>(
    `select id, captured_amount from payment where account = $1 and id = any($2) and status = 'SETTLEMENT_COMPLETED'
     order by id for update`,
    [account, payments],
  )
  // Asked after the lock, because a chargeback leaves the row of its payment as it is.
  const before = await trx.query<Pick<Chargeback, 'payment_id'>>(
    'select payment_id from chargeback where account = $1 and payment_id = any($2)',
    [account, payments],
  )
  const known = new Set(before.rows.map(({ payment_id }) => payment_id))
  return new Map(rows.filter(({ id }) => !known.has(id)).map(({ id, captured_amount }) => [id, captured_amount]))
}

/** Charges back what an operation took. A payment is charged back once. */
export async function openChargeback(
  services: Services,
  trx: Trx,
  operation: Pick<Operation, 'account' | 'id'>,
  payment: Payment,
  { id = `chb_${newId()}`, timing }: { id?: string; timing?: 'late' } = {},
) {
  // The capture may have failed meanwhile, or the payment may have been cancelled.
  if (payment.status !== 'SETTLEMENT_COMPLETED') return
  const brand = findCard(payment.card_token)?.brand
  const why = chargebackReasons.find((one) => one.brand === brand) ?? chargebackReasons.at(-1)
  const opened = await trx.query<Chargeback>(
    `insert into chargeback (account, ${fields})
     values ($1, $2, $3, $4, $5, $6, $7, 'OPEN', ${today} + $8::integer)
     on conflict do nothing returning ${fields}`,
    [
      payment.account,
      id,
      payment.id,
      payment.captured_amount,
      payment.currency_code,
      why?.reason,
      why?.reason_code,
      daysToRespond,
    ],
  )
  if (!opened.rows[0]) return
  await notify(services, trx, payment, opened.rows[0], timing)
  await schedule(trx, operation, 'EXPIRE', (daysToRespond + 1) * day_ms)
}

/** The merchant loses a chargeback that was not answered by its last day. */
export async function expireChargeback(services: Services, trx: Trx, _operation: Operation, payment: Payment) {
  const { rows } = await trx.query<{ id: string }>(
    `select id from chargeback where account = $1 and payment_id = $2 and status = 'OPEN'`,
    [payment.account, payment.id],
  )
  if (rows[0]) await move(services, trx, payment, rows[0].id, 'LOST')
}

/** Gives the chargeback the status of the caller's answer, unless the answer is still pending or has failed. */
export async function answerChargeback(services: Services, trx: Trx, operation: Operation) {
  const { account, payment_id, chargeback_id, status } = operation
  if (status === 'PENDING') return schedule(trx, operation, 'CONCLUDE', services.settings.pending_for_ms)
  const payment = chargeback_id !== null && (await lockPayment(trx, { account, payment_id }))
  if (!payment || status === 'FAILED') return
  await move(services, trx, payment, chargeback_id, status)
  if (status === 'IN_DISPUTE') await schedule(trx, operation, 'DECIDE', services.settings.dispute_for_ms)
}

export async function decideDispute(services: Services, trx: Trx, operation: Operation, payment: Payment) {
  await move(services, trx, payment, operation.chargeback_id ?? '', operation.behaviour.verdict ?? 'LOST')
}

/** Moves a chargeback; undefined when it cannot reach that status from its own. */
async function move(services: Services, trx: Trx, payment: Payment, id: string, status: string) {
  const moved = await trx.query<Chargeback>(
    `update chargeback set status = $3 where account = $1 and id = $2 and status = any($4) returning ${fields}`,
    [payment.account, id, status, comesFrom[status]],
  )
  const chargeback = moved.rows[0]
  if (chargeback) await notify(services, trx, payment, chargeback)
  return chargeback
}

async function notify(
  services: Services,
  trx: Trx,
  { account, ...payment }: Payment,
  chargeback: Chargeback,
  timing?: 'late',
) {
  // A chargeback from before the sandbox is known by the reference of the first answer that named it.
  const { rows } = await trx.query<{ reference: string | null }>(
    'select reference from chargeback where account = $1 and id = $2',
    [account, chargeback.id],
  )
  const reference = rows[0]?.reference ?? payment.reference
  await enqueueNotification(services.settings, trx, {
    type: 'chargeback',
    about: { account, reference, payment_id: chargeback.payment_id },
    timing,
    data: { ...chargeback, reference },
  })
}
