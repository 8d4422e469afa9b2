/** Kinds of evidence that a merchant can send to the issuer against a chargeback. */
export const evidenceKinds = [
  'receipt',
  'delivery',
  'tracking',
  'use_of_service',
  'description',
  'conformity',
  'contact',
  'terms',
  'cancellation',
  'refund_made',
  'no_return',
  'strong_authentication',
  'known_customer',
  'address_match',
  'authorisation',
  'separate_orders',
  'agreed_amount',
  'mandate',
] as const
type EvidenceKind = (typeof evidenceKinds)[number]

/** Grounds of a chargeback, as the payer or the payer's bank states them. */
type Claim =
  | 'fraud'
  | 'unrecognised'
  | 'authorisation'
  | 'not_received'
  | 'not_as_described'
  | 'cancelled'
  | 'not_credited'
  | 'charged_wrongly'
  | 'no_mandate'

/** The evidence that decides about a claim, the strongest first. */
const wanted: Readonly<Record<Claim, readonly EvidenceKind[]>> = {
  fraud: ['strong_authentication', 'known_customer', 'address_match', 'delivery', 'contact'],
  unrecognised: ['receipt', 'known_customer', 'delivery', 'contact'],
  authorisation: ['authorisation', 'receipt'],
  not_received: ['delivery', 'tracking', 'use_of_service', 'contact'],
  not_as_described: ['description', 'conformity', 'terms', 'no_return', 'contact'],
  cancelled: ['terms', 'cancellation', 'use_of_service', 'contact'],
  not_credited: ['refund_made', 'terms', 'no_return', 'contact'],
  charged_wrongly: ['separate_orders', 'agreed_amount', 'receipt'],
  no_mandate: ['mandate', 'receipt', 'contact'],
}

/** For a reason that is not in the tables. */
const usual: readonly EvidenceKind[] = ['receipt', 'delivery', 'contact']

/**
 * The codes of the schemes' dispute rules. Visa's are two figures and a point, Mastercard's four figures, those of
 * American Express a letter and two figures; PayPal, SEPA and Klarna have words and codes of their own.
 */
const claimsByCode: Readonly<Record<Claim, readonly string[]>> = {
  fraud: [
    ...['10.1', '10.2', '10.3', '10.4', '10.5'],
    ...['4837', '4840', '4849', '4870', '4871'],
    ...['F10', 'F14', 'F24', 'F29', 'F30', 'F31'],
    'UNAUTHORISED',
  ],
  unrecognised: ['4863'],
  authorisation: ['11.1', '11.2', '11.3', '4807', '4808', '4812', 'A01', 'A02', 'A08'],
  not_received: ['13.1', '13.9', '4855', 'C08', 'INR', 'KL01'],
  not_as_described: ['13.3', '13.4', '13.5', '4853', 'C31', 'C32', 'SNAD'],
  cancelled: ['13.2', '13.7', '4841', '4859', 'C05', 'C18', 'C28'],
  not_credited: ['13.6', '13.8', '4860', 'C02', 'C04'],
  charged_wrongly: [
    ...['12.1', '12.2', '12.3', '12.4', '12.5', '12.6', '12.6.1', '12.6.2', '12.7'],
    ...['4831', '4834', '4842', '4846', '4850'],
    ...['C14', 'P01', 'P03', 'P04', 'P05', 'P07', 'P08', 'P22', 'P23'],
  ],
  no_mandate: ['MD01', 'MD06', 'MS02', 'MS03'],
}

const claimsByReason: Readonly<Record<string, Claim>> = {
  fraud_card_absent: 'fraud',
  no_cardholder_authorisation: 'fraud',
  card_not_present: 'fraud',
  goods_not_received: 'not_received',
  not_as_described: 'not_as_described',
  unauthorised_payment: 'no_mandate',
  refused_by_debtor: 'no_mandate',
}

/** The evidence that the reason of a chargeback asks for. The scheme's code is more exact than the processor's word. */
export function evidenceWanted(reason: string | null, reason_code: string | null): readonly EvidenceKind[] {
  const code = reason_code?.trim().toUpperCase()
  const byCode = Object.entries(claimsByCode).find(([, codes]) => code && codes.includes(code))?.[0]
  // The cast is safe: the keys of the table are claims.
  const claim = (byCode as Claim | undefined) ?? (reason === null ? undefined : claimsByReason[reason])
  return claim ? wanted[claim] : usual
}
