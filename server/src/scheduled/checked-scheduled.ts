import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { createScheduledTransactionEndpoint } from '@kontor/contract/scheduled/scheduled-transaction.endpoints'
import { knownCustomer } from '../customers/known-customer.ts'
import { requireActiveMerchant } from '../organisations/merchants/active-merchant.ts'
import { visibleProfile } from '../organisations/visible-profile.ts'
import { refuseTooLarge } from '../payments/largest-payment.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { refuseCardNumber } from '../platform/refuse-card-number.ts'
import { activeProcessors } from '../processors/active-processors.ts'

export type ScheduledInput = ReadBody<typeof createScheduledTransactionEndpoint>

/** Checks the input. `now` is undefined when the day is no longer checked. */
export async function checkedScheduled(
  trx: Trx,
  actor: Actor,
  input: ScheduledInput,
  now: Date | undefined,
  merchant?: string,
) {
  if (now) requireFuture(input.due_at, now)
  await refuseCardNumber(trx, 'body.merchant_reference', input.merchant_reference)
  const profile = await visibleProfile(trx, actor, input.payment_profile, merchant)
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
export async function requireChargeableCard(
  trx: Trx,
  actor: Actor,
  profile: { merchant_id: string; id: string },
  input: Pick<ScheduledInput, 'customer' | 'card'>,
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
  const processor = await activeProcessors(trx, { merchant: profile.merchant_id, profile: profile.id })
    .select('processor.id')
    .where('processor.id', '=', card.processor_id)
    .where('processor.payment_product', '=', 'card')
    .executeTakeFirst()
  if (!processor) throw new Refusal('no_processor_for_product', { 'body.card': 'keeper_takes_no_payments' })
}
