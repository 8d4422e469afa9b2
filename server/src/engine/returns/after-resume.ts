import { isApproved, isOpen } from '@kontor/contract/payments/transaction.rules'
import type { Trx } from '../../platform/db/database.ts'
import { endCancellation } from '../outbox/cancellation.ts'
import type { Resumption } from '../outbox/operation.ts'
import { closeJob } from '../outbox/outbox.ts'
import { findAuthorization, isSettled, lockPayment } from '../outbox/subject.ts'
import { beginResume, forgetReturns } from './begin-resume.ts'

/** What follows when a resumption is over: its authorization is over too, or what the payer brought back next is sent. */
export async function afterResume(trx: Trx, masterKey: string, job: Resumption, now: Date): Promise<void> {
  const authorization = await findAuthorization(trx, job.merchant_id, job.payload.of)
  const payment = await lockPayment(trx, authorization)
  if (!payment) return
  if (isOpen(payment.transaction.status))
    return void (await beginResume(trx, masterKey, authorization, payment.transaction, now))
  await endCancellation(trx, authorization, { hasMoney: isApproved(payment.transaction.status) })
  if (isSettled({ kind: 'payment', operation: authorization, ...payment }))
    await closeJob(trx, authorization, 'settled by the return of the payer')
  await forgetReturns(trx, authorization)
}
