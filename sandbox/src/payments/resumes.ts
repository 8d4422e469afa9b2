import { randomBytes } from 'node:crypto'
import type { Trx } from '../database.ts'
import type { Services } from '../services.ts'
import { advance, approvedStatus } from './advance.ts'
import { type Choice, findOperationById, lockPayment, type Operation, type Payment, viewOf } from './operation.ts'
import { Refused } from './refused.ts'
import type { OperationRequest } from './requests.ts'

/** Lets the payer's decision count. Gives the payment as it then is; without the right redirect_result, as it was. */
export async function resume(
  services: Services,
  trx: Trx,
  operation: Operation,
  { account, payment_id, redirect_result }: OperationRequest & { kind: 'resume' },
): Promise<string> {
  const found = payment_id ?? (redirect_result && (await paymentOf(trx, account, redirect_result)))
  const payment = found === undefined ? undefined : await lockPayment(trx, { account, payment_id: found })
  const own = payment && (await findOperationById(trx, account, payment.id))
  if (!own) throw new Refused(422, 'unknown_payment', 'The sandbox does not know this payment')
  if (payment.amount !== operation.amount || payment.currency_code !== operation.currency_code)
    throw new Refused(422, 'amount_differs', `The payment is of ${payment.amount} ${payment.currency_code}`)
  const { payer_choice, status } = payment
  const isRight = payment.redirect_result !== null && payment.redirect_result === redirect_result
  if (isRight && payer_choice && status === 'ACTION_REQUIRED') await decide(services, trx, own, payment, payer_choice)
  await trx.query(`update operation set status = 'DONE', payment_id = $3 where account = $1 and id = $2`, [
    account,
    operation.id,
    payment.id,
  ])
  return JSON.stringify(await viewOf(trx, services.publicUrl(), own))
}

/** What the payer decided becomes the payment's status. */
export async function decide(services: Services, trx: Trx, operation: Operation, payment: Payment, choice: Choice) {
  if (choice === 'authenticate') await advance(services, trx, operation, approvedStatus('payment', payment))
  if (choice === 'fail') await advance(services, trx, operation, 'DECLINED', 'authentication_failed')
  if (choice === 'cancel') await advance(services, trx, operation, 'CANCELLED', 'cancelled_by_payer')
}

/** Keeps what the payer decided until the payment is resumed. The first decision stands. */
export const note = (trx: Trx, { account, id }: Payment, choice: Choice) =>
  trx.query(
    `update payment set payer_choice = $3, redirect_result = $4
     where account = $1 and id = $2 and payer_choice is null`,
    [account, id, choice, `res_${randomBytes(24).toString('base64url')}`],
  )

async function paymentOf(trx: Trx, account: string, redirect_result: string): Promise<string | undefined> {
  const { rows } = await trx.query<{ id: string }>(
    'select id from payment where account = $1 and redirect_result = $2',
    [account, redirect_result],
  )
  return rows[0]?.id
}
