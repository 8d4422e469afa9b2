import { Refusal } from '@kontor/contract/refusal'
import type { RetryPolicy, ScheduledStatus } from '@kontor/contract/scheduled/scheduled-transaction.rules'
import type { Selectable, Updateable } from 'kysely'
import { isDoubted } from '../engine/contradictions/doubts.ts'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Reader, Trx } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/ids.ts'
import { type Locked, lockRow } from '../platform/db/locked.ts'
import type { ScheduledTransaction } from '../schema.ts'

// CHECK constraints allow only the contract's values in both columns.
export type StoredScheduled = Omit<Selectable<ScheduledTransaction>, 'status' | 'retry_policy'> & {
  status: ScheduledStatus
  retry_policy: RetryPolicy
}

/** Locks the scheduled transaction of a command. Refused as not found when the actor may not see it. */
export async function lockScheduled(trx: Trx, actor: Actor, id: string): Promise<Locked<StoredScheduled>> {
  const row = await lockRow(
    trx
      .selectFrom('scheduled_transaction')
      .selectAll()
      .where('created_at', '=', instantOf(id) ?? null)
      .where('id', '=', id)
      .where(visibleTo(actor, 'scheduled_transaction'))
      .$castTo<StoredScheduled>(),
  )
  if (!row) throw new Refusal('not_found')
  return row
}

/** True while an attempt is open, so that its outcome is unknown. */
export const isBeingTried = ({ status, next_attempt_at }: StoredScheduled): boolean =>
  status === 'CREATED' && next_attempt_at === null

/**
 * Attempts whose processor reports money of a payment that had failed, until a person ends that contradiction. The card is not
 * charged meanwhile: it would pay twice.
 */
export const claimedAttempts = (db: Reader) =>
  db
    .selectFrom('scheduled_attempt as claimed')
    .innerJoin('contradiction as said', (join) =>
      join
        .onRef('said.merchant_id', '=', 'claimed.merchant_id')
        .onRef('said.transaction_id', '=', 'claimed.transaction_id'),
    )
    .select('claimed.attempt')
    .where('said.state', '=', 'OPEN')
    .where('said.kind', 'in', ['payment', 'capture'])

/** What the id of an attempt's payment was made for: it proves the attempt where the rows of it are lost (docs/adr/0220). */
export const attemptOf = (scheduled: string, attempt: number): string => `attempt ${attempt} of ${scheduled}`

/** True: a processor reports money of an earlier attempt, or of a payment that may be this one. */
export async function isClaimed(trx: Trx, { merchant_id, id }: StoredScheduled): Promise<boolean> {
  const claimed = await claimedAttempts(trx)
    .where('claimed.merchant_id', '=', merchant_id)
    .where('claimed.scheduled_id', '=', id)
    .executeTakeFirst()
  if (claimed) return true
  return isDoubted(trx, 'scheduled payment', { merchant_id, id })
}

/** Refuses an attempt by hand of what is claimed. */
export async function refuseClaimed(trx: Trx, scheduled: StoredScheduled): Promise<void> {
  if (await isClaimed(trx, scheduled)) throw new Refusal('operation_in_progress')
}

export async function changeScheduled(
  trx: Trx,
  { merchant_id, created_at, id }: Locked<StoredScheduled>,
  values: Updateable<ScheduledTransaction>,
): Promise<void> {
  await trx
    .updateTable('scheduled_transaction')
    .set(values)
    .where('merchant_id', '=', merchant_id)
    .where('created_at', '=', created_at)
    .where('id', '=', id)
    .execute()
}
