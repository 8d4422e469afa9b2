import { isFinalDecline } from '@kontor/contract/payments/decline.rules'
import { approvedStatuses, type TransactionStatus } from '@kontor/contract/payments/transaction.rules'
import { Refusal, type RefusalCode } from '@kontor/contract/refusal'
import { mostAttempts, retryDays } from '@kontor/contract/scheduled/scheduled-transaction.rules'
import type { BegunOperation, BegunPayment } from '../engine/outbox/operation.ts'
import { chargeCard, outcomeOfCharge } from '../payments/charge-card.ts'
import type { Trx } from '../platform/db/database.ts'
import type { Locked } from '../platform/db/locked.ts'
import { attemptOf, changeScheduled, type StoredScheduled } from './locked-scheduled.ts'

const day_ms = 86_400_000

/**
 * Begins an attempt: the attempt, its transaction and the job for the processor are written together or not at all. The
 * index `scheduled_attempt_once` refuses a second attempt while this one may succeed. Undefined: no processor is asked, because
 * the charge was refused before, or because an earlier attempt has the money after all.
 */
export async function beginAttempt(
  trx: Trx,
  scheduled: Locked<StoredScheduled>,
  startedBy: string | null,
  now: Date,
): Promise<BegunOperation | undefined> {
  if (await isTakenAfterAll(trx, scheduled)) {
    await changeScheduled(trx, scheduled, { status: 'DONE', status_reason: null, next_attempt_at: null })
    return undefined
  }
  const attempt = scheduled.attempts + 1
  const begun = await charge(trx, scheduled, attempt, now)
  const started_at = now.toISOString()
  const key = { merchant_id: scheduled.merchant_id, scheduled_created_at: scheduled.created_at }
  const row = { ...key, scheduled_id: scheduled.id, attempt, started_at, started_by: startedBy }
  if ('refusal' in begun) {
    await trx
      .insertInto('scheduled_attempt')
      .values({ ...row, status: 'FAILED', reason: begun.refusal, ended_at: started_at })
      .execute()
    await failed(trx, { ...scheduled, attempts: attempt }, begun.refusal, now)
    return undefined
  }
  const of = { transaction_created_at: begun.created_at, transaction_id: begun.operation.transaction }
  await trx
    .insertInto('scheduled_attempt')
    .values({ ...row, ...of, status: 'OPEN' })
    .execute()
  await changeScheduled(trx, scheduled, { attempts: attempt, next_attempt_at: null })
  const { job } = begun.operation
  if (job !== null) return { ...begun.operation, job }
  await concludeAttempt(trx, { ...scheduled, attempts: attempt }, now)
  return undefined
}

/** True: the payment of an attempt that had failed was taken over (docs/adr/0080). That attempt is paid then. */
async function isTakenAfterAll(trx: Trx, { merchant_id, id }: StoredScheduled): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('scheduled_attempt as a')
    .from('transaction as t')
    .set({ status: 'PAID', reason: null })
    .whereRef('t.merchant_id', '=', 'a.merchant_id')
    .whereRef('t.created_at', '=', 'a.transaction_created_at')
    .whereRef('t.id', '=', 'a.transaction_id')
    .where('t.status', 'in', approvedStatuses)
    .where('a.merchant_id', '=', merchant_id)
    .where('a.scheduled_id', '=', id)
    .where('a.status', '=', 'FAILED')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Charged = { operation: BegunPayment; created_at: string } | { refusal: RefusalCode }

/** Charges the card. A refusal comes before the first write, so the attempt can still be recorded. */
async function charge(trx: Trx, scheduled: StoredScheduled, attempt: number, now: Date): Promise<Charged> {
  try {
    const operation = await chargeCard(
      trx,
      {
        merchant: scheduled.merchant_id,
        payment_profile: scheduled.payment_profile_id,
        customer: scheduled.customer_id,
        card: scheduled.card_id,
        amount: scheduled.amount,
        merchant_reference: scheduled.merchant_reference,
        purpose: attemptOf(scheduled.id, attempt),
      },
      now,
    )
    return { operation, created_at: now.toISOString() }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.code }
    throw error
  }
}

/** Ends the open attempt of a scheduled payment when its transaction has an outcome. True: it had one. */
export async function concludeAttempt(trx: Trx, scheduled: Locked<StoredScheduled>, now: Date): Promise<boolean> {
  const open = await trx
    .selectFrom('scheduled_attempt as a')
    .innerJoin('transaction as t', (join) =>
      join
        .onRef('t.merchant_id', '=', 'a.merchant_id')
        .onRef('t.created_at', '=', 'a.transaction_created_at')
        .onRef('t.id', '=', 'a.transaction_id'),
    )
    .select(['a.attempt', 't.status', 't.status_reason'])
    .where('a.merchant_id', '=', scheduled.merchant_id)
    .where('a.scheduled_id', '=', scheduled.id)
    .where('a.status', '=', 'OPEN')
    .executeTakeFirst()
  // A CHECK allows only these values in the column.
  const outcome = open && outcomeOfCharge(open.status as TransactionStatus)
  if (!open || !outcome || outcome === 'open') return false
  const reason = outcome === 'failed' ? (open.status_reason ?? open.status.toLowerCase()) : null
  await trx
    .updateTable('scheduled_attempt')
    .set({ status: outcome === 'paid' ? 'PAID' : 'FAILED', reason, ended_at: now.toISOString() })
    .where('merchant_id', '=', scheduled.merchant_id)
    .where('scheduled_id', '=', scheduled.id)
    .where('attempt', '=', open.attempt)
    .execute()
  if (outcome === 'paid')
    await changeScheduled(trx, scheduled, { status: 'DONE', status_reason: null, next_attempt_at: null })
  else await failed(trx, scheduled, reason ?? '', now)
  return true
}

/** Sets the day of the next attempt, or none. `attempts` includes the failed one. */
async function failed(trx: Trx, scheduled: Locked<StoredScheduled>, reason: string, now: Date): Promise<void> {
  const { attempts } = scheduled
  const mayFollow = !isFinalDecline(reason) && attempts < mostAttempts
  const next = mayFollow ? await nextTry(trx, scheduled, now) : undefined
  if (next) return changeScheduled(trx, scheduled, { attempts, status_reason: reason, next_attempt_at: next })
  await changeScheduled(trx, scheduled, { attempts, status: 'FAILED', status_reason: reason, next_attempt_at: null })
}

/**
 * The next of the policy's days that is still to come, counted from the first attempt on the day itself. What somebody tried
 * before that day stays planned for it.
 */
async function nextTry(trx: Trx, scheduled: StoredScheduled, now: Date): Promise<string | undefined> {
  const tried = await trx
    .selectFrom('scheduled_attempt')
    .select('started_at')
    .where('merchant_id', '=', scheduled.merchant_id)
    .where('scheduled_id', '=', scheduled.id)
    .where('started_at', '>=', scheduled.due_at)
    .orderBy('attempt')
    .execute()
  const [first] = tried
  const notBefore = now.getTime() + day_ms / 2
  if (!first) return Date.parse(scheduled.due_at) > now.getTime() ? scheduled.due_at : new Date(notBefore).toISOString()
  const days: readonly number[] = retryDays[scheduled.retry_policy]
  const planned = days[tried.length - 1]
  if (planned === undefined) return undefined
  const at = Date.parse(first.started_at) + planned * day_ms
  // After a pause of the engine several days may be due: there are never two attempts within half a day.
  return new Date(Math.max(at, notBefore)).toISOString()
}
