import type { Trx } from '../../platform/db/database.ts'
import { instantOf } from '../../platform/db/ids.ts'
import type { Gateway } from '../../processors/gateway.ts'
import { beginCancellation, cancellationsOf } from '../outbox/cancellation.ts'
import type { Found } from '../outbox/found.ts'
import { pauseWhileUnderWay } from '../outbox/job-pauses.ts'
import { holdTry, type JobKey, type JobResult, type PaymentJob } from '../outbox/outbox.ts'
import { returnOf } from '../outbox/return-of.ts'
import { isSentOut, type LockedSubject } from '../outbox/subject.ts'
import { payerGone } from '../outcome/apply-cancellation.ts'
import { applyOutcome } from '../outcome/apply-outcome.ts'
import type { Contradiction } from '../outcome/contradiction.ts'
import { endBeside } from '../returns/after-resume.ts'
import { mostCancelling_ms } from './next-step.ts'

interface Abandoned {
  result: JobResult
  contradiction?: Contradiction | undefined
  next?: JobKey
}

/**
 * Ends a payment whose payer was sent out and does not come back (docs/adr/0242): its gateway cancels it first where it takes such
 * an order, so that he cannot pay any more. What it answers to that does not count, because money that is reported afterwards
 * contradicts us and is seen.
 */
export async function abandon(
  trx: Trx,
  { job, gateway }: { job: PaymentJob; gateway: Gateway },
  subject: LockedSubject,
  { now, overdue_at }: { now: Date; overdue_at: Date },
): Promise<Abandoned> {
  const waits = (note: string, retry_in_ms: number | 'never' = pauseWhileUnderWay(job)) => ({
    result: { done: false as const, note, retry_in_ms, overdue_at },
  })
  const { operation } = subject
  if (subject.kind !== 'payment' || operation.topic !== 'processor.authorize' || !isSentOut(subject))
    return waits('told meanwhile')
  const returned = await returnOf(trx, operation)
  if (returned === 'under_way') return waits('its payer came back')
  // The gateway has what he brought back, and tells what becomes of it.
  if (returned === 'pending' && !gateway.find) return waits('waits', 'never')
  if (gateway.cancelReference) {
    const [begun] = await cancellationsOf(trx, operation).execute()
    if (!begun) {
      if (!(await holdTry(trx, job))) return waits('in other hands')
      const next = await beginCancellation(trx, operation, undefined, now)
      return { ...waits('its payer stays away: cancelled first'), next }
    }
    if (begun.done_at === null && now.getTime() - begunAt(begun.id) < mostCancelling_ms)
      return waits('is being cancelled')
  }
  const { contradiction } = await applyOutcome(trx, subject, stayedAway, now)
  await endBeside(trx, subject, stayedAway)
  return { result: { done: true, note: stayedAway.outcome.status }, contradiction }
}

const stayedAway = {
  kind: 'payment',
  outcome: { status: 'ABANDONED', reason: payerGone, processor_id_external: '' },
} as const satisfies Found

/** A cancellation always has an id with its time. */
const begunAt = (id: string) => Date.parse(instantOf(id) ?? '')
