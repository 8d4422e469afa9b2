import type { createTransactionCommand } from '@kontor/contract/payments/transaction.commands'
import { visitedBit } from '@kontor/contract/payments/transaction.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { z } from 'zod'
import { knownCustomer } from '../customers/known-customer.ts'
import { requireActiveMerchant } from '../engine/locked-transaction.ts'
import { enqueue } from '../engine/outbox.ts'
import { recordDeltas, transactionDelta } from '../engine/statistics-delta.ts'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { refuseCardNumber } from '../platform/refuse-card-number.ts'
import { noteTerminalPayment, terminalFor } from '../terminals/terminal-payment.ts'
import type { BegunOperation } from './follow-up.ts'
import { refuseTooLarge } from './largest-payment.ts'
import { payerDevice } from './payer-device.ts'

type Input = z.output<typeof createTransactionCommand.body>

/** First or later of a series that the payer agreed to; null when the payer pays by hand. */
export type RecurringType = 'initial' | 'subsequent' | null

/** What a payment on the hosted page has besides. */
export interface Checkout {
  payment_link?: string
  card_add_link?: string
  payer_present?: boolean
  /** The customer's card is kept, for payments to come. */
  store_card?: boolean
  /** What the payer agrees to is kept, for payments to come. */
  store_agreement?: boolean
  /** What the customer agreed to earlier, by which this is charged. */
  agreement?: string
  /** What the payer is to find on the statement. */
  descriptor?: string | undefined
  /** The cycle that is paid. */
  subscription?: { id: string; cycle: number }
}

/**
 * Records a payment as INITIATED, and the job that asks the processor to authorize it. Every refusal comes before the first
 * write: a caller may catch it and go on in the same database transaction.
 */
export async function createTransaction(
  trx: Trx,
  actor: Actor,
  input: Input,
  now: Date,
  recurring_type: RecurringType = null,
  checkout: Checkout = {},
): Promise<BegunOperation> {
  const profile = await visibleProfile(trx, actor, input.payment_profile)
  await requireActiveMerchant(trx, profile.merchant_id)
  if (input.currency_code && input.currency_code !== profile.currency_code) {
    throw new Refusal('currency_mismatch', { 'body.currency_code': `must_be_${profile.currency_code}` })
  }
  await refuseTooLarge(trx, { merchant_id: profile.merchant_id, profile: profile.id }, { amount: input.amount })
  const customer = input.customer ? await customerFor(trx, actor, profile.merchant_id, input.customer, checkout) : null
  const terminal = input.terminal ? await terminalFor(trx, actor, profile, input.terminal) : null
  await refuseCardNumber(trx, 'body.merchant_reference', input.merchant_reference)
  await refuseCardNumber(trx, 'body.card_token', input.card_token)
  const processors = await processorsFor(trx, profile, input.payment_product)
  const card = await cardFor(trx, input, profile.merchant_id, customer)
  const agreement = checkout.agreement
    ? await agreementFor(trx, checkout.agreement, profile.merchant_id, customer)
    : null
  const keeper = agreement?.processor ?? card.processor
  // A token means something to the processor that keeps the card, and to no other.
  const processor = keeper ? processors.find((id) => id === keeper) : processors[0]
  if (!processor) throw new Refusal('no_processor_for_product', { 'body.card': 'no_processor' })

  const values = {
    merchant_id: profile.merchant_id,
    ...newId(now),
    organisation_id: profile.organisation_id,
    payment_profile_id: profile.id,
    processor_id: processor,
    customer_id: customer,
    card_id: card.id,
    agreement_id: checkout.agreement ?? null,
    terminal_id: terminal,
    amount: input.amount,
    currency_code: profile.currency_code,
    status: 'INITIATED' as const,
    merchant_reference: input.merchant_reference,
    payment_product: input.payment_product,
    payment_product_type: null,
    recurring_type,
    payment_link_id: checkout.payment_link ?? null,
    card_add_link_id: checkout.card_add_link ?? null,
    subscription_id: checkout.subscription?.id ?? null,
    subscription_cycle: checkout.subscription?.cycle ?? null,
    country_code: input.country_code ?? null,
    ...payerDevice(input.user_agent),
  }
  await trx.insertInto('transaction').values(values).execute()
  if (terminal) await noteTerminalPayment(trx, terminal, values)
  await recordDeltas(trx, [transactionDelta({ ...nothingYet, ...values, visited: visitedBit('INITIATED') }, 1)])
  await enqueue(
    trx,
    {
      merchant_id: values.merchant_id,
      id: values.id,
      topic: 'processor.authorize',
      transaction_created_at: values.created_at,
      transaction_id: values.id,
      refund_id: null,
      payload: {
        capture: input.capture,
        card_token: card.token,
        payer_present: checkout.payer_present,
        store_card: checkout.store_card,
        store_agreement: checkout.store_agreement,
        agreement_token: agreement?.token,
        descriptor: checkout.descriptor,
      },
    },
    now,
  )
  return { merchant: values.merchant_id, transaction: values.id, job: values.id }
}

/** What a payment does not have before the processor was asked. */
const nothingYet = {
  status_reason: null,
  captured_amount: 0,
  blocked: false,
  tagged: false,
  processor_id_external: null,
  redirect_url: null,
  card_brand: null,
  card_bin: null,
  card_last_four: null,
}

async function visibleProfile(trx: Trx, actor: Actor, id: string) {
  const profile = await trx
    .selectFrom('payment_profile')
    .select(['merchant_id', 'id', 'organisation_id', 'currency_code'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'payment_profile'))
    .executeTakeFirst()
  if (!profile) throw new Refusal('invalid_request', { 'body.payment_profile': 'not_found' })
  return profile
}

/** Whoever was erased may still pay what he was asked for; he is not charged without being there, and no card of his is kept. */
async function customerFor(trx: Trx, actor: Actor, merchant: string, id: string, checkout: Checkout): Promise<string> {
  const erasedToo = checkout.payer_present === true && checkout.store_card !== true
  return (await knownCustomer(trx, actor, merchant, id, { erasedToo })).id
}

/** The profile's active processors for the product, the preferred one first. */
async function processorsFor(
  trx: Trx,
  profile: { merchant_id: string; id: string },
  product: string,
): Promise<string[]> {
  const processors = await trx
    .selectFrom('payment_profile_processor as choice')
    .innerJoin('processor', (join) =>
      join.onRef('processor.merchant_id', '=', 'choice.merchant_id').onRef('processor.id', '=', 'choice.processor_id'),
    )
    .select('processor.id')
    .where('choice.merchant_id', '=', profile.merchant_id)
    .where('choice.payment_profile_id', '=', profile.id)
    .where('processor.payment_product', '=', product)
    .where('processor.active', '=', true)
    .orderBy('choice.position')
    .orderBy('processor.id')
    .execute()
  if (processors.length === 0) throw new Refusal('no_processor_for_product', { 'body.payment_product': 'no_processor' })
  return processors.map(({ id }) => id)
}

async function cardFor(
  trx: Trx,
  input: Input,
  merchant: string,
  customer: string | null,
): Promise<{ id: string | null; token: string | undefined; processor: string | null }> {
  if (input.payment_product !== 'card') return { id: null, token: undefined, processor: null }
  if (!input.card) {
    if (!input.card_token) throw new Refusal('invalid_request', { 'body.card_token': 'required' })
    return { id: null, token: input.card_token, processor: null }
  }
  const card = await trx
    .selectFrom('card')
    .select(['id', 'token', 'processor_id as processor', 'revoked_at'])
    .where('merchant_id', '=', merchant)
    .where('id', '=', input.card)
    .where('customer_id', '=', customer)
    // Against being revoked meanwhile: what is confirmed to be revoked is charged no more.
    .forShare()
    .executeTakeFirst()
  if (!card) throw new Refusal('card_token_unknown', { 'body.card': 'not_found' })
  if (card.revoked_at !== null) throw new Refusal('card_revoked', { 'body.card': 'revoked' })
  return card
}

async function agreementFor(
  trx: Trx,
  id: string,
  merchant: string,
  customer: string | null,
): Promise<{ token: string; processor: string }> {
  const agreement = await trx
    .selectFrom('agreement')
    .select(['token', 'processor_id as processor'])
    .where('merchant_id', '=', merchant)
    .where('id', '=', id)
    .where('customer_id', '=', customer)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!agreement) throw new Refusal('no_agreement')
  return agreement
}
