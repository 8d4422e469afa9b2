import type { PayerField } from '@kontor/contract/checkout/checkout.rules'
import type { CheckoutPayment, CheckoutView } from '@kontor/contract/checkout/checkout.schemas'
import {
  isApproved,
  isOpen,
  type PaymentProduct,
  paymentProducts,
  type TransactionStatus,
} from '@kontor/contract/payments/transaction.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { findTransaction, type StoredTransaction } from '../engine/records/stored-transaction.ts'
import { engineActor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { activeProcessors } from '../processors/active-processors.ts'
import { askedOfPayer, isByMandate } from '../processors/gateways.ts'
import { designOf, lookOf, offered } from './designs/session-design.ts'
import { failureTold } from './failure-told.ts'
import type { CheckoutKind, CheckoutSession } from './kind.ts'
import { paymentOfAttempt } from './pay-session.ts'

/**
 * The data of the page: what is paid, in which shop, and its state. The card field's address is not in it, because it
 * is asked for outside of the database transaction.
 */
export interface Shown {
  view: Omit<CheckoutView, 'card_field'>
  merchant: string
  /** The processor for cards; null when the shop takes no cards. */
  card_processor: string | null
  /** The outcome of the payment that this attempt made; undefined without one. */
  own: PaymentOutcome | undefined
}

export type PaymentOutcome = 'processing' | 'paid' | 'failed'

export async function showSession(
  trx: Trx,
  kind: CheckoutKind,
  session: CheckoutSession,
  attempt: string | undefined,
): Promise<Shown> {
  const shop = await shopOf(trx, session)
  const taken = await productsOf(trx, session)
  const design = await designOf(trx, session)
  const products = offered([...taken.keys()], design, shop.payer_country)
  const own = await paymentOf(trx, session, await paymentOfAttempt(trx, session, attempt))
  // The payer's own payment is shown, unless it failed and somebody else has paid.
  const shared = own && outcomeOf(own.status) !== 'failed' ? undefined : await paymentOf(trx, session, session.payment)
  const payment = shared ?? own
  return {
    merchant: session.merchant,
    own: own && outcomeOf(own.status),
    card_processor: (products.includes('card') && taken.get('card')?.id) || null,
    view: {
      kind: kind.name,
      state: session.state === 'open' && !shop.active ? 'unavailable' : session.state,
      shop: { name: shop.display_name, website: shop.website, legal_name: shop.legal_name },
      amount: session.amount,
      minimum_amount: session.minimum_amount,
      maximum_amount: session.maximum_amount,
      currency_code: shop.currency_code,
      reference: session.reference,
      description: session.description,
      language: session.language,
      expires_at: session.expires_at,
      products: [...products],
      asks: products.flatMap((payment_product) => {
        const fields = taken.get(payment_product)?.asks.filter((field) => !isKnown(shop, field)) ?? []
        return fields.length > 0 ? [{ payment_product, fields }] : []
      }),
      by_mandate: products.filter((each) => taken.get(each)?.by_mandate === true),
      return_url: session.return_url,
      repeatable: session.repeatable,
      design: lookOf(design),
      payment: payment ? shownPayment(payment, payment === own) : null,
      subscription: session.subscription ?? null,
    },
  }
}

async function shopOf(trx: Trx, session: CheckoutSession) {
  const shop = await trx
    .selectFrom('payment_profile')
    .innerJoin('merchant', 'merchant.id', 'payment_profile.merchant_id')
    .leftJoin('customer', (join) =>
      join.onRef('customer.merchant_id', '=', 'payment_profile.merchant_id').on('customer.id', '=', session.customer),
    )
    .select(['display_name', 'website', 'currency_code', 'merchant.active', 'merchant.legal_name'])
    // A payer whom nobody knows is probably of the shop's country.
    .select((the) => the.fn.coalesce('customer.country_code', 'merchant.country_code').as('payer_country'))
    .select(({ ref }) => [
      sql<boolean>`coalesce(${ref('customer.first_name')}, ${ref('customer.last_name')}) is not null`.as('payer_name'),
      sql<boolean>`${ref('customer.email_address')} is not null`.as('payer_email'),
    ])
    .where('payment_profile.merchant_id', '=', session.merchant)
    .where('payment_profile.id', '=', session.payment_profile)
    .executeTakeFirst()
  if (!shop) throw new Refusal('not_found')
  return shop
}

const isKnown = (shop: { payer_name: boolean; payer_email: boolean }, field: PayerField): boolean =>
  (field === 'payer_name' || field === 'payer_email') && shop[field]

interface Taken {
  /** The first processor of the product. */
  id: string
  asks: readonly PayerField[]
  by_mandate: boolean
}

/** The products that the shop takes and the session allows, each with its first processor. */
async function productsOf(trx: Trx, session: CheckoutSession): Promise<Map<PaymentProduct, Taken>> {
  const rows = await activeProcessors(trx, { merchant: session.merchant, profile: session.payment_profile })
    .select(['processor.id', 'processor.gateway', 'processor.payment_product'])
    .execute()
  const found = new Map<PaymentProduct, Taken>()
  for (const { id, gateway, payment_product } of rows) {
    const product = paymentProducts.find((each) => each === payment_product)
    const isAllowed = session.products.length === 0 || session.products.includes(payment_product)
    if (!product || !isAllowed) continue
    // Whichever processor takes the payment, it has what it needs.
    const asks = [...new Set([...(found.get(product)?.asks ?? []), ...askedOfPayer({ gateway, payment_product })])]
    const by_mandate = found.get(product)?.by_mandate !== false && isByMandate({ gateway, payment_product })
    found.set(product, { id: found.get(product)?.id ?? id, asks, by_mandate })
  }
  return found
}

const paymentOf = async (trx: Trx, { merchant }: CheckoutSession, id: string | null | undefined) =>
  id ? findTransaction(trx, engineActor(merchant, 'payer'), id) : undefined

function outcomeOf(status: TransactionStatus): PaymentOutcome {
  if (isOpen(status)) return 'processing'
  return isApproved(status) ? 'paid' : 'failed'
}

function shownPayment(transaction: StoredTransaction, isOwn: boolean): CheckoutPayment {
  const outcome = outcomeOf(transaction.status)
  const redirect_url = outcome === 'processing' ? transaction.redirect_url : null
  return {
    status: redirect_url ? 'action' : outcome,
    reason: outcome === 'failed' ? reasonOf(transaction) : null,
    redirect_url,
    amount: transaction.amount,
    payment_product: paymentProducts.find((each) => each === transaction.payment_product) ?? 'card',
    card_brand: isOwn ? transaction.card_brand : null,
    card_last_four: isOwn ? transaction.card_last_four : null,
    created_at: transaction.created_at,
  }
}

const reasonOf = ({ status, status_reason }: StoredTransaction) => failureTold(status_reason ?? status.toLowerCase())
