import { isOpen } from '@kontor/contract/payments/transaction.rules'
import type { Trx } from '../../platform/db/database.ts'
import type { Found } from '../outbox/found.ts'
import type { Resumption } from '../outbox/operation.ts'
import { closeJob } from '../outbox/outbox.ts'
import { findAuthorization, isSettled, isSuperseded, type LockedSubject, lockPayment } from '../outbox/subject.ts'
import { beginResume, forgetReturns } from './begin-resume.ts'

/** What follows when a resumption is over: its authorization is over too, or what the payer brought back next is sent. */
export async function afterResume(trx: Trx, masterKey: string, job: Resumption, now: Date): Promise<void> {
  const authorization = await findAuthorization(trx, job.merchant_id, job.payload.of)
  const payment = await lockPayment(trx, authorization)
  if (!payment) return
  if (isOpen(payment.transaction.status))
    return void (await beginResume(trx, masterKey, authorization, payment.transaction, now))
  if (isSettled({ kind: 'payment', operation: authorization, ...payment }))
    await closeJob(trx, authorization, 'settled by the return of the payer')
  await forgetReturns(trx, authorization)
}

/**
 * Ends the orders beside an authorization that was just decided another way: a parked one would wait for ever. `subject` is as it
 * was before. A payment that was never redirected has none, and costs no statement.
 */
export async function endBeside(trx: Trx, subject: LockedSubject, found: Found): Promise<void> {
  if (subject.kind !== 'payment' || subject.operation.topic !== 'processor.authorize') return
  // The payment, and what its payer brings back, are another processor's.
  if (isSuperseded(subject)) return
  const { status, redirect_url, merchant_id, id } = subject.transaction
  const mayHaveSome = isOpen(status) && (status !== 'INITIATED' || redirect_url !== null)
  if (!mayHaveSome || undecided.includes(found.outcome.status)) return
  const beside = await trx
    .selectFrom('outbox')
    .select(['merchant_id', 'id'])
    .where('merchant_id', '=', merchant_id)
    .where('transaction_id', '=', id)
    .where('topic', '=', 'processor.resume')
    .where('done_at', 'is', null)
    .execute()
  for (const job of beside) await closeJob(trx, job, 'settled another way')
  await forgetReturns(trx, subject.operation)
}

const undecided: readonly string[] = ['PENDING', 'ACTION_REQUIRED']
