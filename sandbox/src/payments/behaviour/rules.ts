/** The behaviour of the sandbox by card and amount, as data: the engine and the documentation page both read it. */

export interface Behaviour {
  outcome: 'approve' | 'decline' | 'authenticate' | 'pending_then_approve' | 'pending_then_decline'
  /** Set for a decline. */
  reason?: string
  fault?: Fault
  /** The card's bank takes no part in 3-D Secure: its brand stands in for it. */
  is_attempted?: true
  /** The payer's decision counts when the caller resumes the payment, with what the payer brought back by this way. */
  is_resumed_by?: 'query' | 'form'
  /** The page for the payer takes a form with fields, and no link. */
  page_takes_form?: true
  notifications?: 'three_times' | 'late' | 'out_of_order'
  charge_back?: true
  /** Set for a dispute. */
  verdict?: 'WON' | 'LOST'
  /** Set for accounts that are told later: that a request was received is said by the reply alone. */
  is_told_later?: true
  /** What fails succeeds later all the same. */
  late_success?: true
  /** What is pending succeeds with so much less than was asked for. */
  falls_short_by?: number
  /** One more notification follows the first status: authentic, of a type or with a status that no caller knows. */
  strange_notification?: 'type' | 'status'
  /** A capture or refund fails after its success, so many days later than usual. */
  undone_after_days?: number
  /** Set for a cancellation after which nothing is carried out under the reference of its payment. */
  bars_later?: true
}

export type Fault =
  | 'no_reply_before_work_once'
  | 'error_before_work_once'
  | 'error_always'
  | 'no_reply_after_work'
  | 'error_after_work'
  | 'reset_after_work'
  | 'malformed_after_work'
  | 'slow'
  | 'slow_and_in_use'
  | 'unavailable_once'
  | 'unavailable_always'
  | 'too_many_once'
  | 'too_many_always'

export interface Card {
  brand: string
  bin: string
  last_four: string
  expiry_month: number
  expiry_year: number
  /** Of the bank that gave the card: ISO 3166-1. */
  issuer_country: string
  /** Whose money is paid: lent by the bank, on an account, or loaded on the card. */
  funding: 'credit' | 'debit' | 'prepaid'
  /** Whose card it is: a person's, or a company's. */
  holder: 'consumer' | 'commercial'
}

const visa: Card = {
  ...{ brand: 'visa', bin: '41111111', last_four: '1111', expiry_month: 12, expiry_year: 2031 },
  ...{ issuer_country: 'NL', funding: 'credit', holder: 'consumer' },
}
const mastercard: Card = {
  ...{ brand: 'mastercard', bin: '55555555', last_four: '4444', expiry_month: 11, expiry_year: 2030 },
  ...{ issuer_country: 'DE', funding: 'credit', holder: 'consumer' },
}
const amex: Card = {
  ...{ brand: 'amex', bin: '37144963', last_four: '8431', expiry_month: 10, expiry_year: 2030 },
  ...{ issuer_country: 'US', funding: 'credit', holder: 'consumer' },
}
const maestro: Card = {
  ...{ brand: 'maestro', bin: '67999901', last_four: '0019', expiry_month: 9, expiry_year: 2029 },
  ...{ issuer_country: 'BE', funding: 'debit', holder: 'consumer' },
}
const prepaid: Card = {
  ...{ brand: 'visa', bin: '42424242', last_four: '4242', expiry_month: 12, expiry_year: 2031 },
  ...{ issuer_country: 'GB', funding: 'prepaid', holder: 'consumer' },
}

/** One card for each country, funding and holder, which are what prices look at. */
const priced: Card[] = ['NL', 'GB', 'US'].flatMap((issuer_country, at) =>
  (['credit', 'debit', 'prepaid'] as const).flatMap((funding, place) =>
    (['consumer', 'commercial'] as const).map((holder, last) => ({
      ...(at === 1 ? mastercard : visa),
      ...{ last_four: `90${at}${place * 2 + last}`, issuer_country, funding, holder },
    })),
  ),
)

const approve = { outcome: 'approve' } as const
const decline = (reason: string) => ({ outcome: 'decline', reason }) as const

export interface CardRule {
  token: string
  says: string
  card: Card
  behaviour: Behaviour
  /** The fault at the card's first revocation. */
  revocation?: Fault
}

export const cardRules: CardRule[] = [
  { token: 'test_visa', says: 'approved', card: visa, behaviour: approve },
  { token: 'test_mastercard', says: 'approved', card: mastercard, behaviour: approve },
  { token: 'test_amex', says: 'approved', card: amex, behaviour: approve },
  { token: 'test_maestro', says: 'approved', card: maestro, behaviour: approve },
  { token: 'test_visa_prepaid', says: 'approved', card: prepaid, behaviour: approve },
  ...priced.map((card) => ({
    token: `test_${card.issuer_country.toLowerCase()}_${card.funding}_${card.holder}`,
    says: 'approved',
    card,
    behaviour: approve,
  })),
  {
    token: 'test_declined_insufficient_funds',
    says: 'declined: insufficient_funds',
    card: { ...visa, last_four: '0002' },
    behaviour: decline('insufficient_funds'),
  },
  {
    token: 'test_declined_expired_card',
    says: 'declined: expired_card',
    card: { ...mastercard, last_four: '0069', expiry_month: 1, expiry_year: 2024 },
    behaviour: decline('expired_card'),
  },
  {
    token: 'test_declined_do_not_honor',
    says: 'declined: do_not_honor',
    card: { ...visa, last_four: '0005' },
    behaviour: decline('do_not_honor'),
  },
  {
    token: 'test_declined_stolen_card',
    says: 'declined: stolen_card',
    card: { ...mastercard, last_four: '0043' },
    behaviour: decline('stolen_card'),
  },
  {
    token: 'test_3ds_required',
    says: 'asks the payer to authenticate on a page of the sandbox; abandoned when the payer never does',
    card: { ...visa, last_four: '3220' },
    behaviour: { outcome: 'authenticate' },
  },
  {
    token: 'test_3ds_resume',
    says: 'the same, and then waits for POST /v1/resumes with the redirectResult that the payer brings back',
    card: { ...visa, last_four: '3246' },
    behaviour: { outcome: 'authenticate', is_resumed_by: 'query' },
  },
  {
    token: 'test_3ds_resume_by_form',
    says: 'the same; the payer comes back by POST, with redirectResult in a form',
    card: { ...visa, last_four: '3253' },
    behaviour: { outcome: 'authenticate', is_resumed_by: 'form' },
  },
  {
    token: 'test_3ds_form',
    says: 'the same; the payer is sent to the page by POST too, with the redirect_fields of the reply in a form',
    card: { ...visa, last_four: '3261' },
    behaviour: { outcome: 'authenticate', is_resumed_by: 'form', page_takes_form: true },
  },
  {
    token: 'test_3ds_attempted',
    says: 'approved; its bank takes no part in 3-D Secure: three_d_secure ATTEMPTED',
    card: { ...visa, last_four: '3063' },
    behaviour: { outcome: 'approve', is_attempted: true },
  },
  {
    token: 'test_pending_then_approved',
    says: 'pending, then approved',
    card: { ...mastercard, last_four: '0101' },
    behaviour: { outcome: 'pending_then_approve' },
  },
  {
    token: 'test_pending_then_declined',
    says: 'pending, then declined: do_not_honor',
    card: { ...mastercard, last_four: '0102' },
    behaviour: { outcome: 'pending_then_decline', reason: 'do_not_honor' },
  },
  {
    token: 'test_chargeback',
    says: 'approved; charged back after settlement',
    card: { ...visa, last_four: '0259' },
    behaviour: { outcome: 'approve', charge_back: true },
  },
  {
    token: 'test_late_notification',
    says: 'approved; notifications come late',
    card: { ...amex, last_four: '0015' },
    behaviour: { outcome: 'approve', notifications: 'late' },
  },
  {
    token: 'test_out_of_order',
    says: 'approved; the first notification comes after the second',
    card: { ...visa, last_four: '0016' },
    behaviour: { outcome: 'approve', notifications: 'out_of_order' },
  },
  {
    token: 'test_revoked_without_reply',
    says: 'approved; when it is revoked that is done, and the first request is never answered',
    card: { ...visa, last_four: '0026' },
    behaviour: approve,
    revocation: 'no_reply_after_work',
  },
  {
    token: 'test_late_success',
    says: 'declined: do_not_honor; approved later all the same',
    card: { ...visa, last_four: '0034' },
    behaviour: { ...decline('do_not_honor'), late_success: true },
  },
  {
    token: 'test_3ds_late_success',
    says: 'asks the payer to authenticate; when that fails or never happens, approved later all the same',
    card: { ...visa, last_four: '3238' },
    behaviour: { outcome: 'authenticate', late_success: true },
  },
]

/** Range of amounts in minor units whose last two digits choose a rule, for every operation. */
export const ruleAmounts = { from: 66_600, to: 66_699 }

interface AmountRule {
  ending: number
  says: string
  behaviour: Partial<Behaviour>
}

export const amountRules: AmountRule[] = [
  {
    ending: 1,
    says: 'payment declined, other operations failed: insufficient_funds',
    behaviour: decline('insufficient_funds'),
  },
  { ending: 2, says: 'pending, then succeeds', behaviour: { outcome: 'pending_then_approve' } },
  {
    ending: 3,
    says: 'pending, then fails: do_not_honor',
    behaviour: { outcome: 'pending_then_decline', reason: 'do_not_honor' },
  },
  { ending: 10, says: 'does the work, then never answers', behaviour: { fault: 'no_reply_after_work' } },
  {
    ending: 11,
    says: 'the first request is never answered and does nothing',
    behaviour: { fault: 'no_reply_before_work_once' },
  },
  {
    ending: 12,
    says: 'the first request is answered 500 and does nothing',
    behaviour: { fault: 'error_before_work_once' },
  },
  { ending: 13, says: 'does the work, then answers 500', behaviour: { fault: 'error_after_work' } },
  {
    ending: 14,
    says: 'every notification is sent three times, with one id',
    behaviour: { notifications: 'three_times' },
  },
  { ending: 15, says: 'notifications come late', behaviour: { notifications: 'late' } },
  { ending: 16, says: 'the first notification comes after the second', behaviour: { notifications: 'out_of_order' } },
  { ending: 17, says: 'does the work, then resets the connection', behaviour: { fault: 'reset_after_work' } },
  {
    ending: 18,
    says: 'does the work, then answers half a JSON document',
    behaviour: { fault: 'malformed_after_work' },
  },
  { ending: 19, says: 'does the work, then answers slowly', behaviour: { fault: 'slow' } },
  { ending: 20, says: 'payment and capture: charged back after settlement', behaviour: { charge_back: true } },
  { ending: 21, says: 'every request is answered 500 and does nothing', behaviour: { fault: 'error_always' } },
  {
    ending: 30,
    says: 'payment declined, other operations failed: do_not_honor; succeeds later all the same',
    behaviour: { ...decline('do_not_honor'), late_success: true },
  },
  {
    ending: 31,
    says: 'whatever fails, is cancelled or is abandoned by its payer succeeds later all the same',
    behaviour: { late_success: true },
  },
  {
    ending: 32,
    says: 'pending, then succeeds with 100 less than was asked for',
    behaviour: { outcome: 'pending_then_approve', falls_short_by: 100 },
  },
  {
    ending: 33,
    says: 'one more notification, of the type payout, which no caller knows',
    behaviour: { strange_notification: 'type' },
  },
  {
    ending: 34,
    says: 'one more notification, with the status PARTIALLY_AUTHORIZED, which no caller knows',
    behaviour: { strange_notification: 'status' },
  },
  {
    ending: 35,
    says: 'a capture fails after settlement: capture_failed; a processed refund fails: refund_returned',
    behaviour: { undone_after_days: 0 },
  },
  { ending: 36, says: 'the same, two days later', behaviour: { undone_after_days: 2 } },
  {
    ending: 40,
    says: 'the first request is answered 503 not_begun and does nothing',
    behaviour: { fault: 'unavailable_once' },
  },
  {
    ending: 41,
    says: 'every request is answered 503 not_begun and does nothing',
    behaviour: { fault: 'unavailable_always' },
  },
  {
    ending: 42,
    says: 'the first request is answered 429 not_begun and does nothing',
    behaviour: { fault: 'too_many_once' },
  },
  {
    ending: 43,
    says: 'every request is answered 429 not_begun and does nothing',
    behaviour: { fault: 'too_many_always' },
  },
  {
    ending: 44,
    says: 'does the work, then answers slowly; meanwhile the same reference is answered 409 reference_in_use',
    behaviour: { fault: 'slow_and_in_use' },
  },
]

/** Products that are approved without a card. Other products without a card are approved too; `card` needs a token. */
export const productsWithoutCard = ['ideal', 'paypal', 'bancontact', 'sepa_debit', 'klarna', 'eps', 'blik']

/** The reason of a chargeback by card brand; a payment without a card has the last one. */
export const chargebackReasons = [
  { brand: 'visa', reason: 'fraud_card_absent', reason_code: '10.4' },
  { brand: 'mastercard', reason: 'no_cardholder_authorisation', reason_code: '4837' },
  { brand: 'maestro', reason: 'no_cardholder_authorisation', reason_code: '4837' },
  { brand: 'amex', reason: 'card_not_present', reason_code: 'F29' },
  { brand: undefined, reason: 'unauthorised_payment', reason_code: 'MD01' },
]

/** Products that take the money at once: a bank has nothing to hold. */
export const productsTakenAtOnce = ['ideal', 'bancontact', 'sepa_debit', 'eps', 'blik']

/** Products that send the payer to a page of the bank or wallet, when the caller says that the payer is present. */
export const productsWithPage = ['ideal', 'paypal', 'bancontact', 'klarna', 'eps', 'blik']

/** Products with which a payer can agree to future payments. */
export const productsWithAgreement = ['paypal']

/** The reason of a capture that fails after settlement, and of a refund that fails after it was processed. */
export const captureFailed = 'capture_failed'
export const refundReturned = 'refund_returned'

/** The reason of a payment that its caller cancelled by its reference while the payer had still to act. */
export const cancelledByMerchant = 'cancelled_by_merchant'

export const daysToRespond = 14

/** The word in the explanation that decides a dispute. Without such a word, evidence wins and no evidence loses. */
export const verdictWords = { WON: 'winning_evidence', LOST: 'losing_evidence' } as const
