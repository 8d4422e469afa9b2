import { isOpen, type TransactionStatus } from '@kontor/contract/payments/transaction.rules'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { instantOf } from '../../platform/db/ids.ts'
import { beginCancellation, cancellationsOf, isBeingCancelled } from '../outbox/cancellation.ts'
import type { Found } from '../outbox/found.ts'
import { pauseWhileUnderWay } from '../outbox/job-pauses.ts'
import { holdTry } from '../outbox/outbox.ts'
import { returnOf } from '../outbox/return-of.ts'
import { isSentOut, isSuperseded, type LockedPayment, type LockedSubject } from '../outbox/subject.ts'
import { applyOutcome } from '../outcome/apply-outcome.ts'
import { payerGone } from '../records/payer-gone.ts'
import { endWaiting } from '../returns/end-waiting.ts'
import { mostCancelling_ms } from './next-step.ts'
import type { Tried, Written } from './written.ts'

/**
 * Ends a payment whose payer was sent out, or is waited for, and does not come back (docs/adr/0242): its gateway cancels it first
 * where it takes such an order, so that he cannot pay any more. What the gateway has just said that he can still pay (`payable`)
 * is ended by the confirmed cancellation alone (docs/adr/0255). Otherwise the answer to the cancellation does not count, because money
 * that is reported afterwards contradicts us and is seen. A gateway that cannot be asked has to have been heard since that order, or
 * since the cancellation, or nobody would report that money.
 */
export async function abandon(
  trx: Trx,
  { job, gateway }: Pick<Tried, 'job' | 'gateway'>,
  subject: LockedSubject,
  { now, overdue_at, payable }: { now: Date; overdue_at: Date; payable: TransactionStatus | undefined },
): Promise<Written> {
  const waits = (note: string, retry_in_ms = pauseWhileUnderWay(job)) => ({
    result: { done: false as const, note, retry_in_ms, overdue_at },
  })
  const { operation } = subject
  if (subject.kind !== 'payment' || operation.topic !== 'processor.authorize' || !isStillAway(subject, payable))
    return waits('told meanwhile')
  const returned = await returnOf(trx, operation)
  if (returned === 'under_way') return waits('its payer came back')
  // The gateway has what he brought back, and tells what becomes of it. Only servers of before leave such an order without a next try.
  if (returned === 'pending' && !gateway.find) return waits('waits', day_ms)
  let since = job.first_sent_at ?? job.created_at
  if (gateway.cancelReference) {
    const begun = (await cancellationsOf(trx, operation).execute()).at(-1)
    const age_ms = begun && now.getTime() - begunAt(begun.id)
    const wasRefused = payable !== undefined && begun !== undefined && begun.done_at !== null
    if (!begun || (wasRefused && Number(age_ms) >= mostCancelling_ms)) {
      if (await isBeingCancelled(trx, operation)) return waits('another attempt is being cancelled')
      if (!(await holdTry(trx, job))) return waits('in other hands')
      const next = await beginCancellation(trx, operation, undefined, now)
      return { ...waits('its payer stays away: cancelled first'), next }
    }
    if (wasRefused) return waits('can be neither cancelled nor ended: its payer may pay')
    if (begun.done_at === null && (payable !== undefined || Number(age_ms) < mostCancelling_ms))
      return waits('is being cancelled')
    since = instantOf(begun.id) ?? since
  }
  if (!gateway.find && !(await wasHeardSince(trx, subject, since)))
    return waits('nothing was heard of its processor since')
  const { contradiction } = await applyOutcome(trx, subject, stayedAway, now)
  await endWaiting(trx, subject, stayedAway)
  return { result: { done: true, note: stayedAway.outcome.status }, contradiction }
}

const day_ms = 86_400_000

/** False: something was heard of the payment since its gateway was asked. */
const isStillAway = (subject: LockedPayment, payable: TransactionStatus | undefined): boolean =>
  payable === undefined
    ? isSentOut(subject)
    : isOpen(payable) && subject.transaction.status === payable && !isSuperseded(subject)

const stayedAway = {
  kind: 'payment',
  outcome: { status: 'ABANDONED', reason: payerGone, processor_id_external: '' },
} as const satisfies Found

/**
 * True: a notification of this processor arrived and was worked since. It is kept under one of the processors of its account.
 */
async function wasHeardSince(
  trx: Trx,
  { operation: { merchant_id }, processor }: LockedSubject,
  since: string,
): Promise<boolean> {
  const { rows } = await sql<{ heard: boolean }>`
    select exists (
      select from processor own
      join processor p on p.merchant_id = own.merchant_id
        and (p.id = own.id or (p.gateway, p.mode, p.account) = (own.gateway, own.mode, own.account))
      join processor_notification n on n.merchant_id = p.merchant_id and n.processor_id = p.id
      where own.merchant_id = ${merchant_id} and own.id = ${processor}
        and n.received_at > ${since} and n.worked_at is not null) as heard`.execute(trx)
  return rows[0]?.heard === true
}

/** A cancellation always has an id with its time. */
const begunAt = (id: string) => Date.parse(instantOf(id) ?? '')
