import type { SettlementLineKind } from '@kontor/contract/processors/processor-settlement.rules'
import type { NotDone } from '../gateway.ts'
import { knownWords } from '../reading/known-words.ts'

/*
 * What Stripe's words mean, as data. The tests hold them against the words of Stripe's types: each one is in a table. A word
 * that is in none is not known, and nothing is done because of it.
 */

/**
 * The status of a payment. `unconfirmed`: it was made, and waits for its payer. `refused`: by the issuer or the payer when it has an
 * error, and as `unconfirmed` when not.
 */
export const paymentStatuses: Readonly<
  Record<string, 'authorized' | 'captured' | 'action' | 'later' | 'unconfirmed' | 'refused' | 'canceled'>
> = knownWords({
  requires_capture: 'authorized',
  succeeded: 'captured',
  requires_action: 'action',
  processing: 'later',
  requires_confirmation: 'unconfirmed',
  requires_payment_method: 'refused',
  canceled: 'canceled',
})

/** Who ended a payment that was canceled before it was authorized. */
export const cancellationReasons: Readonly<Record<string, NotDone['by']>> = knownWords({
  abandoned: 'payer',
  requested_by_customer: 'payer',
  automatic: 'nobody',
  expired: 'nobody',
  duplicate: 'gateway',
  failed_invoice: 'gateway',
  void_invoice: 'gateway',
  fraudulent: 'risk',
})

/** Codes of a payment's error that are not the word of the issuer: who said no, and our word for it where there is one. */
export const errorCodes: Readonly<Record<string, { by: NotDone['by']; reason?: string }>> = knownWords({
  payment_method_customer_decline: { by: 'payer' },
  // It does not say whether the payer gave up, or failed to show who he is.
  payment_intent_authentication_failure: { by: 'issuer', reason: 'authentication_failed' },
  payment_intent_payment_attempt_expired: { by: 'nobody' },
  payment_method_provider_timeout: { by: 'nobody' },
  request_blocked: { by: 'risk' },
})

export const refundStatuses: Readonly<Record<string, 'refunded' | 'later' | 'not_done'>> = knownWords({
  succeeded: 'refunded',
  pending: 'later',
  requires_action: 'later',
  failed: 'not_done',
  canceled: 'not_done',
})

/**
 * What the status of a dispute is for the answer that we gave. `open`: no answer counts yet. `inquiry`: the bank asks, and has taken
 * no money: what answers it best is often a refund, which a chargeback would forbid. `nothing`: such a question goes on without
 * us. `inquiry_over`: so does one that has ended, unless it was taken for a chargeback, which is won then. `person`: it ended before it was a chargeback, and nothing says who has the money.
 */
export const disputeStatuses: Readonly<
  Record<string, 'open' | 'IN_DISPUTE' | 'WON' | 'LOST' | 'inquiry' | 'inquiry_over' | 'nothing' | 'person'>
> = knownWords({
  needs_response: 'open',
  appeal_needs_response: 'open',
  under_review: 'IN_DISPUTE',
  appeal_under_review: 'IN_DISPUTE',
  won: 'WON',
  lost: 'LOST',
  warning_needs_response: 'inquiry',
  warning_under_review: 'nothing',
  warning_closed: 'inquiry_over',
  prevented: 'person',
})

/** Results of 3-D Secure. One that is not here tells nothing of the holder. */
export const threeDSecureResults: Readonly<Record<string, 'AUTHENTICATED' | 'ATTEMPTED' | 'NOT_TRIED'>> = knownWords({
  authenticated: 'AUTHENTICATED',
  attempt_acknowledged: 'ATTEMPTED',
  data_share_only: 'NOT_TRIED',
  exempted: 'NOT_TRIED',
  failed: 'NOT_TRIED',
  not_supported: 'NOT_TRIED',
  processing_error: 'NOT_TRIED',
})

/**
 * Kinds of events. `nothing`: another event tells the same, or it is of no use. A dispute does not say our reference, so that
 * only its payment is known. `payout`: what it consists of can be fetched. `person`: its money did not arrive at the bank.
 */
export const eventTypes: Readonly<
  Record<string, 'payment' | 'refund' | 'failed_charge' | 'dispute' | 'payout' | 'nothing' | 'person'>
> = knownWords({
  'payment_intent.amount_capturable_updated': 'payment',
  'payment_intent.canceled': 'payment',
  'payment_intent.payment_failed': 'payment',
  'payment_intent.processing': 'payment',
  'payment_intent.succeeded': 'payment',
  'payment_intent.created': 'nothing',
  'payment_intent.partially_funded': 'nothing',
  'payment_intent.requires_action': 'nothing',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  'charge.failed': 'failed_charge',
  'charge.captured': 'nothing',
  'charge.expired': 'nothing',
  'charge.pending': 'nothing',
  'charge.refund.updated': 'nothing',
  'charge.refunded': 'nothing',
  'charge.succeeded': 'nothing',
  'charge.updated': 'nothing',
  'charge.dispute.closed': 'dispute',
  'charge.dispute.created': 'dispute',
  'charge.dispute.funds_reinstated': 'dispute',
  'charge.dispute.funds_withdrawn': 'dispute',
  'charge.dispute.updated': 'dispute',
  'payout.reconciliation_completed': 'payout',
  'payout.canceled': 'person',
  'payout.failed': 'person',
  'payout.created': 'nothing',
  'payout.paid': 'nothing',
  'payout.updated': 'nothing',
})

/**
 * What Stripe's categories of a balance transaction move. A word that is not here is kept and shown. `tax` is of its fees. What
 * moves between balances of one account counts, because it is paid out with the rest.
 */
export const reportingCategories: Readonly<Record<string, SettlementLineKind>> = knownWords({
  charge: 'payment',
  charge_failure: 'correction',
  partial_capture_reversal: 'correction',
  refund: 'refund',
  refund_failure: 'refund_reversed',
  dispute: 'chargeback',
  dispute_reversal: 'chargeback_reversed',
  fee: 'fee',
  network_cost: 'fee',
  tax: 'fee',
  payout: 'payout',
  payout_reversal: 'correction',
  transfer: 'correction',
  transfer_reversal: 'correction',
  topup: 'correction',
  topup_reversal: 'correction',
  other_adjustment: 'correction',
  risk_reserved_funds: 'correction',
})

/** The fields of a dispute that take a file, by words in the name of the file. Each field takes one. */
export const evidenceFields: readonly (readonly [field: string, words: RegExp])[] = [
  ['shipping_documentation', /shipping|shipment|deliver|track|verzend|bezorg|pakbon|levering/i],
  ['customer_communication', /mail|chat|message|conversation|correspond|bericht|gesprek/i],
  ['cancellation_policy', /cancel|annuler|opzeg/i],
  ['refund_policy', /refund|return|terms|policy|retour|terugbetal|voorwaarden/i],
  ['customer_signature', /signature|signed|handteken/i],
  ['duplicate_charge_documentation', /duplicate|dubbel/i],
  ['service_documentation', /service|contract|agreement|booking|dienst|overeenkomst|boeking/i],
  ['receipt', /receipt|invoice|bon\b|factuur|rekening/i],
]

/** The field for a file that names no kind. */
export const ANY_EVIDENCE = 'uncategorized_file'
