import type { Facts } from '@kontor/contract/decisions/conditions/condition.rules'
import type { ReadBody } from '@kontor/contract/endpoint'
import type { createTransactionEndpoint } from '@kontor/contract/payments/transaction.endpoints'
import type { CardHolder } from '@kontor/contract/payments/transaction.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { type KnownCustomer, knownCustomer } from '../../customers/known-customer.ts'
import type { Described } from '../../decisions/facts/describe-card.ts'
import { factsOf, type KnownCard, type KnownIssuer } from '../../decisions/facts/facts-of.ts'
import { type AppliedRouting, keptRouting, routingInUse } from '../../decisions/routings/kept-routings.ts'
import {
  type AppliedRuleset,
  appliedRulesets,
  organisationsOf,
  rulesetVersion,
} from '../../decisions/rulesets/applied-rulesets.ts'
import type { AskingPayer } from '../../engine/outbox/asking-payer.ts'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { refuseCardNumber } from '../../platform/refuse-card-number.ts'
import { terminalFor } from '../../terminals/terminal-payment.ts'
import { tooLargeIn } from '../largest-payment.ts'
import { canTake } from '../limits/abilities.ts'
import { type Asked, type Terms, termsOf } from './asked.ts'
import { type Candidate, candidateOf, candidateRows, keeperOf } from './candidates.ts'

/** A payment that is asked for. Amounts are in minor units of the profile's currency. */
export type PaymentOrder = ReadBody<typeof createTransactionEndpoint> & {
  asked: Asked
  /** What was learnt of a new card before the database transaction. */
  described?: Described | undefined
}

/** A payment that lacks only the choice of a processor. The rows that the order names exist and belong together. */
export interface ResolvedPayment {
  order: PaymentOrder
  terms: Terms
  profile: Profile
  customer: string | null
  /** What the processor is told of the payer. */
  payer: AskingPayer
  terminal: string | null
  card: Means
  agreement: Means
  /** The profile's active processors that can take the payment as it is asked for, the preferred one first. */
  candidates: readonly Candidate[]
  /** A processor that certainly does not take the payment is followed by another one. No terminal goes to a second one. */
  isFailoverOn: boolean
  /** The profile's active middleware, in the order in which it is asked. */
  middleware: readonly string[]
  /** The routing of the profile for the product. */
  routing: AppliedRouting | null
  /** The rulesets that are asked about it. */
  rulesets: readonly AppliedRuleset[]
  facts: Facts
  /** What is known of the card's bank, and of whom it is for. */
  issuer: (KnownIssuer & { holder?: CardHolder | null | undefined }) | undefined
}

interface Profile {
  merchant_id: string
  id: string
  organisation_id: string
  currency_code: string
  /** The most that a business day's payments in this currency may add up to. Null: no limit. */
  daily_volume: number | null
  /** The merchant's. */
  time_zone: string
}

/** A stored card or agreement. */
interface Means {
  id: string | null
  token: string | undefined
  /** The processor that keeps it. Only this processor can charge it. Null: no processor keeps it. */
  keeper: string | null
  /** Brand and BIN of a stored card, and what a price may look at. */
  described?: KnownCard & { holder?: CardHolder | null }
}

const none: Means = { id: null, token: undefined, keeper: null }

/**
 * Looks up the rows that the order names. Every refusal of a payment comes from here or from `decide`, before the first
 * write.
 */
export async function resolve(trx: Trx, actor: Actor, order: PaymentOrder): Promise<ResolvedPayment> {
  const terms = termsOf(order.asked, order.payment_product, order.card)
  const {
    active,
    largest,
    middleware,
    version,
    organisations,
    routing: used,
    mcc,
    failover,
    ...found
  } = await payable(trx, actor, order)
  const { candidates: rows, ...profile } = found
  const candidates = rows.filter(({ gateway }) => canTake(gateway, order)).map(candidateOf)
  if (!active) throw new Refusal('merchant_inactive')
  if (order.currency_code && order.currency_code !== profile.currency_code) {
    throw new Refusal('currency_mismatch', { 'body.currency_code': `must_be_${profile.currency_code}` })
  }
  if (order.amount > largest) throw tooLargeIn('amount', largest)
  const known = order.customer ? await customerFor(trx, actor, { profile, id: order.customer, terms }) : null
  const customer = known?.id ?? null
  const terminal = order.terminal ? await terminalFor(trx, actor, profile, order.terminal) : null
  await refuseCardNumber(trx, 'body.merchant_reference', order.merchant_reference)
  await refuseCardNumber(trx, 'body.card_token', order.card_token)
  if (rows.length === 0) throw new Refusal('no_processor_for_product', { 'body.payment_product': 'no_processor' })
  const of = { merchant: profile.merchant_id, customer }
  const card = await cardFor(trx, order, of)
  const { merchant_id: merchant, id: shop } = profile
  const rulesets = await appliedRulesets(trx, { merchant, profile: shop, version, organisations })
  const routing = used && (await keptRouting(trx, merchant, used)).routing
  const agreement = terms.agreement === undefined ? none : await agreementFor(trx, terms.agreement, of)
  const keeper = keeperOf({ agreement, card })
  const isKeptByOther = rows.some(({ id }) => id === keeper) && !candidates.some(({ id }) => id === keeper)
  // No other processor can charge what the keeper has.
  if (candidates.length === 0 || isKeptByOther)
    throw new Refusal('later_capture_not_possible', { 'body.capture': 'not_possible' })
  const payer = payerOf(order, terms, known)
  const described = card.described ?? cardIn(order.described)
  const facts = factsOf({
    ...{ amount: order.amount, currency_code: profile.currency_code, recurring_type: terms.recurring_type },
    ...{ country_code: payer.country, customer: known, mcc, card: card.id },
    described,
  })
  return {
    order,
    terms,
    profile,
    customer,
    payer,
    terminal,
    card,
    agreement,
    candidates,
    isFailoverOn: failover && terminal === null,
    middleware,
    rulesets,
    routing,
    facts,
    issuer: described,
  }
}

const cardIn = (described: Described | undefined): KnownCard | undefined =>
  described && 'brand' in described ? described : undefined

/** The profile with its merchant's state, the largest payment (docs/adr/0048) and the processors for the product. */
async function payable(trx: Trx, actor: Actor, order: PaymentOrder) {
  const found = await trx
    .selectFrom('payment_profile')
    .innerJoin('merchant', 'merchant.id', 'payment_profile.merchant_id')
    .crossJoin('installation')
    .select(['payment_profile.merchant_id', 'payment_profile.id', 'payment_profile.organisation_id'])
    .select('payment_profile.failover')
    .select(['payment_profile.currency_code', 'merchant.active', 'merchant.daily_volume', 'merchant.time_zone'])
    .select(({ ref, fn }) => [
      fn.coalesce('payment_profile.mcc', 'merchant.mcc').as('mcc'),
      rulesetVersion(ref('payment_profile.merchant_id')).as('version'),
      organisationsOf(ref('payment_profile.merchant_id'), ref('payment_profile.organisation_id')).as('organisations'),
      sql<number>`least(installation.largest_payment, merchant.largest_payment, payment_profile.largest_payment)`.as(
        'largest',
      ),
      candidateRows(trx, {
        merchant: ref('payment_profile.merchant_id'),
        profile: ref('payment_profile.id'),
        product: order.payment_product,
      }).as('candidates'),
      routingInUse({
        merchant: ref('payment_profile.merchant_id'),
        profile: ref('payment_profile.id'),
        product: order.payment_product,
      }).as('routing'),
      sql<string[]>`array(select x.middleware_id from payment_profile_middleware x
        join middleware m on m.merchant_id = x.merchant_id and m.id = x.middleware_id
        where x.merchant_id = ${ref('payment_profile.merchant_id')} and x.payment_profile_id = ${ref('payment_profile.id')}
          and m.active and m.kind = 'before'
        order by x.position, x.middleware_id)`.as('middleware'),
    ])
    .where('payment_profile.id', '=', order.payment_profile)
    .where(visibleTo(actor, 'payment_profile'))
    .executeTakeFirst()
  if (!found) throw new Refusal('invalid_request', { 'body.payment_profile': 'not_found' })
  return found
}

interface NamedCustomer {
  profile: Profile
  id: string
  terms: Terms
}

/** An erased customer may still pay in person. A payment without the payer, or one that stores a card, is refused. */
async function customerFor(trx: Trx, actor: Actor, { profile, id, terms }: NamedCustomer): Promise<KnownCustomer> {
  const erasedToo = terms.payer_present === true && terms.store_card !== true
  return knownCustomer(trx, actor, profile.merchant_id, id, { erasedToo })
}

function payerOf(order: PaymentOrder, { payer }: Terms, customer: KnownCustomer | null): AskingPayer {
  const country = order.country_code ?? customer?.country_code
  const name = payer?.name ?? customer?.name
  return {
    ...payer,
    ...(name && { name }),
    ...(customer && { reference: customer.id }),
    ...(customer?.email_address && { email: customer.email_address }),
    ...(country && { country }),
  }
}

interface Owner {
  merchant: string
  customer: string | null
}

async function cardFor(trx: Trx, order: PaymentOrder, { merchant, customer }: Owner): Promise<Means> {
  if (order.payment_product !== 'card') return none
  if (!order.card) {
    if (!order.card_token) throw new Refusal('invalid_request', { 'body.card_token': 'required' })
    return { ...none, token: order.card_token }
  }
  const card = await trx
    .selectFrom('card')
    .select(['id', 'token', 'processor_id as keeper', 'revoked_at', 'brand', 'bin'])
    .select(['issuer_country', 'funding', 'holder'])
    .where('merchant_id', '=', merchant)
    .where('id', '=', order.card)
    .where('customer_id', '=', customer)
    // The lock keeps the card from being revoked during this transaction. A revoked card must not be charged.
    .forShare()
    .executeTakeFirst()
  if (!card) throw new Refusal('card_token_unknown', { 'body.card': 'not_found' })
  if (card.revoked_at !== null) throw new Refusal('card_revoked', { 'body.card': 'revoked' })
  const { id, token, keeper, brand, bin, issuer_country, funding, holder } = card
  // A constraint of the table permits only these words.
  const issuer = { issuer_country, funding: funding as KnownIssuer['funding'], holder: holder as CardHolder | null }
  return { id, token, keeper, described: { brand, bin: bin ?? undefined, ...issuer } }
}

async function agreementFor(trx: Trx, id: string, { merchant, customer }: Owner): Promise<Means> {
  const agreement = await trx
    .selectFrom('agreement')
    .select(['id', 'token', 'processor_id as keeper'])
    .where('merchant_id', '=', merchant)
    .where('id', '=', id)
    .where('customer_id', '=', customer)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!agreement) throw new Refusal('no_agreement')
  return agreement
}
