import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { checkedScheduled, type ScheduledInput } from './checked-scheduled.ts'

/** Schedules a payment from a stored card. A payment that could not be made today is refused today. */
export async function createScheduledTransaction(
  trx: Trx,
  actor: Actor,
  input: ScheduledInput,
  now: Date,
): Promise<{ id: string }> {
  const checked = await checkedScheduled(trx, actor, input, now)
  const key = newId(now)
  await trx
    .insertInto('scheduled_transaction')
    .values({ ...key, ...checked, retry_policy: input.retry_policy, created_by: actor.name })
    .execute()
  return key
}
