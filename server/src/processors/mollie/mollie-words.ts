import type { SettlementLineKind } from '@kontor/contract/processors/processor-settlement.rules'
import type { NotDone } from '../gateway.ts'
import { knownWords } from '../reading/known-words.ts'

/*
 * What Mollie's words mean, as data. `mollie.test.ts` holds them against the types of Mollie's own package: each word of these
 * is in a table. A word that is in none is not known, and nothing is done because of it.
 */

/** The status of a payment. `open`: its payer has to go on, where there is a page for him. */
export const paymentStatuses: Readonly<Record<string, 'open' | 'later' | 'held' | 'taken' | NotDone['by']>> =
  knownWords({
    open: 'open',
    pending: 'later',
    authorized: 'held',
    paid: 'taken',
    canceled: 'payer',
    expired: 'nobody',
    failed: 'issuer',
  })

/** `failed`: it was not made, or failed after its success. Mollie has one word for both. */
export const captureStatuses: Readonly<Record<string, 'later' | 'done' | 'not_done' | 'fails'>> = knownWords({
  pending: 'later',
  succeeded: 'done',
  failed: 'fails',
})

/** `failed`: the bank had it, and sent the money back. `canceled`: somebody cancelled it at Mollie before the bank had it. */
export const refundStatuses: Readonly<Record<string, 'later' | 'done' | 'not_done' | 'undone'>> = knownWords({
  queued: 'later',
  pending: 'later',
  processing: 'later',
  refunded: 'done',
  failed: 'undone',
  canceled: 'not_done',
})

/** `details.failureReason` of a card: who said no, where it was not the issuer, and our word for it. */
export const failureReasons: Readonly<Record<string, { by?: NotDone['by']; reason?: string }>> = knownWords({
  authentication_abandoned: { by: 'payer', reason: 'authentication_not_completed' },
  authentication_failed: { reason: 'authentication_failed' },
  authentication_required: { reason: 'authentication_failed' },
  authentication_unavailable_acs: { reason: 'authentication_failed' },
  card_declined: { reason: 'do_not_honor' },
  card_expired: { reason: 'expired_card' },
  inactive_card: {},
  insufficient_funds: { reason: 'insufficient_funds' },
  invalid_cvv: {},
  invalid_card_holder_name: {},
  invalid_card_number: { reason: 'unknown_card' },
  invalid_card_type: {},
  possible_fraud: { by: 'risk' },
  refused_by_issuer: { reason: 'do_not_honor' },
  unknown_reason: {},
})

/** `details.cardLabel`: our word for the brand. */
export const brands: Readonly<Record<string, string>> = knownWords({
  'American Express': 'amex',
  'Carta Si': 'carta_si',
  'Carte Bleue': 'carte_bleue',
  Dankort: 'dankort',
  'Diners Club': 'diners',
  Discover: 'discover',
  JCB: 'jcb',
  Laser: 'laser',
  Maestro: 'maestro',
  Mastercard: 'mastercard',
  Unionpay: 'unionpay',
  Visa: 'visa',
})

/** What the lines of a settlement move, by the list of Mollie that they come from. */
export const settlementLines: Readonly<Record<string, SettlementLineKind>> = knownWords({
  payment: 'payment',
  capture: 'payment',
  refund: 'refund',
  chargeback: 'chargeback',
  costs: 'fee',
  settlement: 'payout',
})
