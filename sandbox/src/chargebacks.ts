import type { FastifyInstance } from 'fastify'
import { v7 as newId } from 'uuid'
import { z } from 'zod'
import { accountOf } from './accounts.ts'
import { findCard } from './behaviour.ts'
import { inTransaction, type Trx } from './database.ts'
import { enqueueNotification } from './notifications.ts'
import { lockPayment, type Payment } from './operation.ts'
import { Refused } from './refused.ts'
import { chargebackReasons, daysToRespond } from './rules.ts'
import type { Services } from './services.ts'

interface Chargeback {
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

/** From which status a chargeback can get where. */
const comesFrom: Record<string, string[]> = {
  IN_DISPUTE: ['OPEN'],
  WON: ['IN_DISPUTE'],
  LOST: ['OPEN', 'IN_DISPUTE'],
  CANCELLED: ['OPEN', 'IN_DISPUTE'],
}

const resolveBody = z.strictObject({ status: z.enum(['IN_DISPUTE', 'WON', 'LOST', 'CANCELLED']) })

export function chargebackRoutes(app: FastifyInstance, services: Services) {
  app.post<{ Params: { id: string } }>('/v1/chargebacks/:id/resolve', async (request) => {
    const account = await accountOf(services.db, request)
    const { status } = resolveBody.parse(request.body)
    return inTransaction(services.db, (trx) => resolveChargeback(services, trx, account, request.params.id, status))
  })
}

export async function openChargeback(services: Services, trx: Trx, payment: Payment) {
  const brand = findCard(payment.card_token)?.brand
  const why = chargebackReasons.find((one) => one.brand === brand) ?? chargebackReasons.at(-1)
  const opened = await trx.query<Chargeback>(
    `insert into chargeback (account, ${fields})
     values ($1, $2, $3, $4, $5, $6, $7, 'OPEN', (now() at time zone 'UTC')::date + $8::integer)
     on conflict do nothing returning ${fields}`,
    [
      payment.account,
      `chb_${newId()}`,
      payment.id,
      payment.captured_amount,
      payment.currency_code,
      why?.reason,
      why?.reason_code,
      daysToRespond,
    ],
  )
  if (opened.rows[0]) await notify(services, trx, payment, opened.rows[0])
}

async function resolveChargeback(services: Services, trx: Trx, account: string, id: string, status: string) {
  const key = await trx.query<{ payment_id: string }>(
    'select payment_id from chargeback where account = $1 and id = $2',
    [account, id],
  )
  const payment = key.rows[0] && (await lockPayment(trx, { account, payment_id: key.rows[0].payment_id }))
  if (!payment) throw new Refused(404, 'unknown_chargeback', 'The sandbox does not know this chargeback')
  const resolved = await trx.query<Chargeback>(
    `update chargeback set status = $3 where account = $1 and id = $2 and status = any($4) returning ${fields}`,
    [account, id, status, comesFrom[status]],
  )
  const chargeback = resolved.rows[0]
  if (!chargeback) throw new Refused(422, 'not_possible_now', `The chargeback cannot become ${status} any more, or yet`)
  await notify(services, trx, payment, chargeback)
  return chargeback
}

const notify = (services: Services, trx: Trx, { account, reference }: Payment, chargeback: Chargeback) =>
  enqueueNotification(services.settings, trx, {
    type: 'chargeback',
    about: { account, reference, payment_id: chargeback.payment_id },
    timing: undefined,
    data: { ...chargeback, reference },
  })
