import { isOpen } from '@kontor/contract/payments/transaction.rules'
import type { Trx } from '../../platform/db/database.ts'
import { endCancellation } from '../outbox/cancellation.ts'
import type { Found } from '../outbox/found.ts'
import type { Authorization, Cancellation, Resumption } from '../outbox/operation.ts'
import { closeJob } from '../outbox/outbox.ts'
import {
  findAuthorization,
  isSettled,
  isSuperseded,
  type LockedPayment,
  type LockedSubject,
  lockPayment,
} from '../outbox/subject.ts'
import { isMoney } from '../outcome/contradiction.ts'
import { beginResume, forgetReturns } from './begin-resume.ts'

/** What follows when a resumption is over: its authorization is over too, or what the payer brought back next is sent. */
export async function afterResume(trx: Trx, masterKey: string, job: Resumption, now: Date): Promise<void> {
  const authorization = await findAuthorization(trx, job.merchant_id, job.payload.of)
  const payment = await lockPayment(trx, authorization)
  if (!payment) return
  if (isOpen(payment.transaction.status))
    return void (await beginResume(trx, masterKey, authorization, payment.transaction, now))
  await endCancellation(trx, authorization, { hasMoney: isMoney(payment.transaction.status) })
  if (isSettled({ kind: 'payment', operation: authorization, ...payment }))
    await closeJob(trx, authorization, 'settled by the return of the payer')
  await forgetReturns(trx, authorization)
}

/**
 * Ends the orders beside an authorization that was just decided another way: a parked one would wait for ever. `subject` is as it
 * was before. A payment that was never redirected has none, and costs no statement.
 */
export async function endBeside(trx: Trx, subject: LockedSubject, found: Found): Promise<void> {
  if (subject.kind !== 'payment') return
  const { operation } = subject
  if (operation.topic === 'processor.cancel_reference') return endCancelled(trx, subject, operation, found)
  if (operation.topic !== 'processor.authorize') return
  // The payment, and what its payer brings back, are another processor's.
  if (isSuperseded(subject)) return
  const { status, redirect_url } = subject.transaction
  const mayHaveSome = isOpen(status) && (status !== 'INITIATED' || redirect_url !== null)
  if (!mayHaveSome || undecided.includes(found.outcome.status)) return
  await endReturns(trx, operation)
  await endCancellation(trx, operation, { hasMoney: isMoney(found.outcome.status) })
}

/** Ends an authorization that was cancelled by our reference while nobody knew what had become of it. */
async function endCancelled(
  trx: Trx,
  subject: LockedPayment,
  { merchant_id, payload }: Cancellation,
  { outcome }: Found,
): Promise<void> {
  if (outcome.status !== 'AUTHORIZATION_VOIDED' || !isOpen(subject.transaction.status) || isSuperseded(subject)) return
  const authorization = await findAuthorization(trx, merchant_id, payload.of)
  await closeJob(trx, authorization, 'cancelled by its reference')
  await endReturns(trx, authorization)
}

async function endReturns(trx: Trx, authorization: Authorization): Promise<void> {
  const { merchant_id, transaction_id } = authorization
  const beside = await trx
    .selectFrom('outbox')
    .select(['merchant_id', 'id'])
    .where('merchant_id', '=', merchant_id)
    .where('transaction_id', '=', transaction_id)
    .where('topic', '=', 'processor.resume')
    .where('done_at', 'is', null)
    .execute()
  for (const job of beside) await closeJob(trx, job, 'settled another way')
  await forgetReturns(trx, authorization)
}

const undecided: readonly string[] = ['PENDING', 'ACTION_REQUIRED']
