import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type {
  createScheduledTransactionEndpoint,
  updateScheduledTransactionEndpoint,
} from '@kontor/contract/scheduled/scheduled-transaction.endpoints'
import { scheduledCan } from '@kontor/contract/scheduled/scheduled-transaction.rules'
import { knownCustomer } from '../customers/known-customer.ts'
import { requireActiveMerchant } from '../organisations/active-merchant.ts'
import { refuseTooLarge } from '../payments/largest-payment.ts'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { refuseCardNumber } from '../platform/refuse-card-number.ts'
import { isBeingTried, lockScheduled, type StoredScheduled } from './locked-scheduled.ts'

type Input = ReadBody<typeof createScheduledTransactionEndpoint>
type Changes = ReadBody<typeof updateScheduledTransactionEndpoint>

/** Schedules a payment from a stored card. A payment that could not be made today is refused today. */
export async function scheduleTransaction(trx: Trx, actor: Actor, input: Input, now: Date): Promise<{ id: string }> {
  const checked = await check(trx, actor, input, now)
  const key = newId(now)
  await trx
    .insertInto('scheduled_transaction')
    .values({ ...key, ...checked, retry_policy: input.retry_policy, created_by: actor.name })
    .execute()
  return key
}

/** Changes a scheduled payment. Before its day everything can be changed. */
export async function changeScheduledTransaction(
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
  // After the first attempt the day can no longer change, because it has passed.
  const isTried = before.attempts > 0
  if (isTried && changes.due_at !== undefined && !isSameInstant(changes.due_at, before.due_at))
    throw new Refusal('invalid_request', { 'body.due_at': 'already_tried' })
  const input = { ...asInput(before), ...withoutUndefined(changes) }
  const checked = await check(trx, actor, input, isTried ? undefined : now, before.merchant_id)
  await trx
    .updateTable('scheduled_transaction')
    .set({
      ...withoutKey(checked),
      retry_policy: input.retry_policy,
      ...(isTried ? { next_attempt_at: before.next_attempt_at } : {}),
    })
    .where('merchant_id', '=', before.merchant_id)
    .where('created_at', '=', before.created_at)
    .where('id', '=', before.id)
    .execute()
  return { id }
}

/** Checks the input. `now` is undefined when the day is no longer checked. */
async function check(trx: Trx, actor: Actor, input: Input, now: Date | undefined, merchant?: string) {
  if (now) requireFuture(input.due_at, now)
  await refuseCardNumber(trx, 'body.merchant_reference', input.merchant_reference)
  const profile = await trx
    .selectFrom('payment_profile')
    .select(['merchant_id', 'id', 'organisation_id', 'currency_code'])
    .where('id', '=', input.payment_profile)
    .where(visibleTo(actor, 'payment_profile'))
    .executeTakeFirst()
  if (!profile || (merchant !== undefined && profile.merchant_id !== merchant))
    throw new Refusal('invalid_request', { 'body.payment_profile': 'not_found' })
  await requireActiveMerchant(trx, profile.merchant_id)
  await refuseTooLarge(trx, { merchant_id: profile.merchant_id, profile: profile.id }, { amount: input.amount })
  await requireChargeableCard(trx, actor, profile, input)
  const due_at = new Date(input.due_at).toISOString()
  return {
    merchant_id: profile.merchant_id,
    organisation_id: profile.organisation_id,
    payment_profile_id: profile.id,
    customer_id: input.customer,
    card_id: input.card,
    amount: input.amount,
    currency_code: profile.currency_code,
    merchant_reference: input.merchant_reference,
    due_at,
    next_attempt_at: due_at,
  }
}

const longest_ms = 5 * 366 * 86_400_000

function requireFuture(due_at: string, now: Date): void {
  const ahead_ms = Date.parse(due_at) - now.getTime()
  if (ahead_ms <= 0) throw new Refusal('not_in_the_future', { 'body.due_at': 'not_in_the_future' })
  if (ahead_ms > longest_ms) throw new Refusal('too_far', { 'body.due_at': 'too_far' })
}

/** Requires a card of that customer, kept by a processor through which the profile takes card payments. */
async function requireChargeableCard(
  trx: Trx,
  actor: Actor,
  profile: { merchant_id: string; id: string },
  input: Pick<Input, 'customer' | 'card'>,
): Promise<void> {
  await knownCustomer(trx, actor, profile.merchant_id, input.customer)
  const card = await trx
    .selectFrom('card')
    .select(['processor_id', 'revoked_at'])
    .where('merchant_id', '=', profile.merchant_id)
    .where('id', '=', input.card)
    .where('customer_id', '=', input.customer)
    .executeTakeFirst()
  if (!card) throw new Refusal('card_token_unknown', { 'body.card': 'not_found' })
  if (card.revoked_at !== null) throw new Refusal('card_revoked', { 'body.card': 'revoked' })
  const processor = await trx
    .selectFrom('payment_profile_processor as choice')
    .innerJoin('processor', (join) =>
      join.onRef('processor.merchant_id', '=', 'choice.merchant_id').onRef('processor.id', '=', 'choice.processor_id'),
    )
    .select('processor.id')
    .where('choice.merchant_id', '=', profile.merchant_id)
    .where('choice.payment_profile_id', '=', profile.id)
    .where('processor.id', '=', card.processor_id)
    .where('processor.payment_product', '=', 'card')
    .where('processor.active', '=', true)
    .executeTakeFirst()
  if (!processor) throw new Refusal('no_processor_for_product', { 'body.card': 'no_processor' })
}

const asInput = (row: StoredScheduled): Input => ({
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
    [K in keyof Input]?: Input[K]
  }

const withoutKey = <T extends { merchant_id: string }>({ merchant_id: _, ...values }: T) => values
