import type { Condition, Facts } from '@kontor/contract/decisions/conditions/condition.rules'
import type { CardFunding } from '@kontor/contract/payments/transaction.rules'

/** The rows and the order of a payment that begins. Amounts are in minor units of its currency. */
export interface KnownPayment {
  amount: number
  currency_code: string
  recurring_type: 'initial' | 'subsequent' | null
  /** The country of the order, else of the customer. */
  country_code: string | undefined
  customer: { id: string; status: string } | null
  /** The merchant's category code. */
  mcc: string | null
  /** The stored card that is charged. */
  card: string | null
  /** What is known of the card, stored or new. */
  described: KnownCard | undefined
}

/** Digits of a BIN: six to eight. */
export interface KnownCard extends KnownIssuer {
  brand: string
  bin?: string | undefined
}

/** True for a condition that needs brand or BIN of the card. */
export const asksForCard = ({ name }: Condition): boolean => name === 'card_brand' || name === 'card_bin'

/** What no rule asks, and a person who looks at the decision wants to know. */
export interface KnownIssuer {
  /** Of the bank that gave the card: ISO 3166-1. */
  issuer_country?: string | null | undefined
  funding?: CardFunding | null | undefined
}

/**
 * What is known of a payment when it is decided on. It needs no further query. The amount is in the payment's own currency,
 * and no ruleset has demanded 3-D Secure yet.
 */
export function factsOf(payment: KnownPayment): Facts {
  const { amount, currency_code, recurring_type, customer, mcc, card, described } = payment
  return {
    '3ds': false,
    ...{ amount, currency_code, mcc, card },
    card_brand: described?.brand ?? null,
    card_bin: described?.bin === undefined ? null : Number(described.bin),
    country_code: payment.country_code ?? null,
    customer: customer?.id ?? null,
    customer_status: customer?.status ?? null,
    recurring: recurring_type !== null,
    recurring_type: recurring_type ?? '',
  }
}

/** The facts that are known, for the record of a decision: what is missing, false or empty is left out. */
export function knownFacts(facts: Facts, { issuer_country, funding }: KnownIssuer = {}, asked?: Facts): KnownFacts {
  const known = Object.entries({
    ...{ ...facts, issuer_country: issuer_country ?? null, funding: funding ?? null },
    ...(asked && { '3ds': asked['3ds'] }),
  })
  return {
    ...Object.fromEntries(known.filter(([, fact]) => fact !== null && fact !== false && fact !== '')),
    ...(asked && asked.amount !== facts.amount && { routing_amount: asked.amount }),
  }
}

/** `routing_amount`: the amount in the currency of the routing, where that is another; null: no rate was known. */
export type KnownFacts = Partial<Facts> & KnownIssuer & { routing_amount?: number | null }

/** The facts that a routing was asked with, from the record of a decision. */
export function factsAsked({ routing_amount, issuer_country: _, funding: __, ...known }: KnownFacts): Facts {
  const facts = { ...missing, ...known }
  return routing_amount === undefined ? facts : { ...facts, amount: routing_amount }
}

const missing: Facts = {
  ...{ '3ds': false, amount: null, card: null, card_brand: null, card_bin: null, country_code: null },
  ...{ currency_code: '', customer: null, customer_status: null, mcc: null, recurring: false, recurring_type: '' },
}
