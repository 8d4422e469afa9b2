import { isApproved, isOpen } from '@kontor/contract/payments/transaction.rules'
import type { Trx } from '../../platform/db/database.ts'
import { endCancellation } from '../outbox/cancellation.ts'
import { closeParkedSettled } from '../outbox/close-parked.ts'
import type { Authorization, Cancellation } from '../outbox/operation.ts'
import { closeJob } from '../outbox/outbox.ts'
import { findAuthorization, isSuperseded, type LockedPayment, type LockedSubject } from '../outbox/subject.ts'
import { forgetReturns } from './begin-resume.ts'

/** The outcome of an order, whether its processor reports it or a person says it. */
interface Decided {
  readonly outcome: { readonly status: string }
}

interface Ended {
  /** The orders whose outcome it is, and that no try ends. */
  orders: readonly { merchant_id: string; id: string }[]
  /** By what they ended. */
  note: string
}

/**
 * Ends everything that waited for an outcome that was just written down: its own order, the orders beside an authorization, and
 * parked orders that nobody has to decide any more. `subject` is as it was before.
 */
export async function endWaiting(trx: Trx, subject: LockedSubject, found: Decided, ended?: Ended): Promise<void> {
  for (const order of ended?.orders ?? []) await closeJob(trx, order, ended?.note ?? '')
  if (subject.kind === 'payment') await endBeside(trx, subject, found)
  if (subject.kind === 'answer' || found.outcome.status === 'AUTHORIZATION_VOIDED')
    await closeParkedSettled(trx, subject.operation)
}

/** A parked order beside an authorization would wait for ever. A payment that was never redirected has none, and costs no statement. */
async function endBeside(trx: Trx, subject: LockedPayment, found: Decided): Promise<void> {
  const { operation } = subject
  if (operation.topic === 'processor.cancel_reference') return endCancelled(trx, subject, operation, found)
  if (operation.topic !== 'processor.authorize') return
  // The payment, and what its payer brings back, are another processor's.
  if (isSuperseded(subject)) return
  const { status, redirect_url } = subject.transaction
  const mayHaveSome = isOpen(status) && (status !== 'INITIATED' || redirect_url !== null)
  if (!mayHaveSome || undecided.includes(found.outcome.status)) return
  await endReturns(trx, operation)
  await endCancellation(trx, operation, { hasMoney: isApproved(found.outcome.status) })
}

/** Ends an authorization that was cancelled by our reference while nobody knew what had become of it. */
async function endCancelled(
  trx: Trx,
  subject: LockedPayment,
  { merchant_id, payload }: Cancellation,
  { outcome }: Decided,
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
