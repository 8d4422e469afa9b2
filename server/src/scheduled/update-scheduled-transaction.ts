import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { updateScheduledTransactionEndpoint } from '@kontor/contract/scheduled/scheduled-transaction.endpoints'
import { hasFixedDay, scheduledCan } from '@kontor/contract/scheduled/scheduled-transaction.rules'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { checkedScheduled, type ScheduledInput } from './checked-scheduled.ts'
import { changeScheduled, isBeingTried, lockScheduled, type StoredScheduled } from './locked-scheduled.ts'

type Changes = ReadBody<typeof updateScheduledTransactionEndpoint>

/** Changes a scheduled payment. Before its day everything can be changed; afterwards everything but the day. */
export async function updateScheduledTransaction(
  trx: Trx,
  actor: Actor,
  id: string,
  changes: Changes,
  now: Date,
): Promise<{ id: string }> {
  const before = await lockScheduled(trx, actor, id)
  if (!scheduledCan.change(before)) throw new Refusal('scheduled_transaction_over')
  if (isBeingTried(before)) throw new Refusal('operation_in_progress')
  if (before.next_attempt_at !== null && before.next_attempt_at <= now.toISOString())
    throw new Refusal('operation_in_progress')
  const isFixed = hasFixedDay(before)
  if (isFixed && changes.due_at !== undefined && !isSameInstant(changes.due_at, before.due_at))
    throw new Refusal('invalid_request', { 'body.due_at': 'already_tried' })
  const input = { ...asInput(before), ...withoutUndefined(changes) }
  const checked = await checkedScheduled(trx, actor, input, isFixed ? undefined : now, before.merchant_id)
  await changeScheduled(trx, before, {
    ...withoutKey(checked),
    retry_policy: input.retry_policy,
    ...(isFixed ? { next_attempt_at: before.next_attempt_at } : {}),
  })
  return { id }
}

const asInput = (row: StoredScheduled): ScheduledInput => ({
  payment_profile: row.payment_profile_id,
  customer: row.customer_id,
  card: row.card_id,
  amount: row.amount,
  due_at: row.due_at,
  merchant_reference: row.merchant_reference,
  retry_policy: row.retry_policy,
})

const isSameInstant = (one: string, other: string) => Date.parse(one) === Date.parse(other)

/** An optional property that is undefined means the same as an absent one. */
const withoutUndefined = (changes: Changes) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [K in keyof ScheduledInput]?: ScheduledInput[K]
  }

const withoutKey = <T extends { merchant_id: string }>({ merchant_id: _, ...values }: T) => values
