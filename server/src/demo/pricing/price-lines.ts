import { newLine } from '@kontor/contract/pricing/new-line'
import type { Line } from '@kontor/contract/pricing/price.rules'

const consumer = { product: 'card', holder: 'consumer', region: 'EEA' } as const
const commercial = { product: 'card', holder: 'commercial', region: 'EEA' } as const
const elsewhere = { product: 'card', region: 'OTHER' } as const

/** What merchants of the demo pay, in cents of euros. */
export const standardLines: readonly Line[] = [
  newLine({ fixed: 25, ppm: 29_000 }),
  newLine({ product: 'ideal', fixed: 32 }),
  newLine({ ...consumer, fixed: 10, ppm: 12_000 }),
  newLine({ ...commercial, fixed: 10, ppm: 27_500 }),
  newLine({ ...elsewhere, fixed: 10, ppm: 32_500 }),
  newLine({ product: 'card', brand: 'amex', fixed: 10, ppm: 35_000 }),
  newLine({ product: 'sepa_debit', fixed: 35 }),
  newLine({ ...consumer, amount_from: 100_000, fixed: 10, ppm: 10_000, maximum: 2_500 }),
  newLine({ event: 'refund', fixed: 25 }),
  newLine({ event: 'chargeback', fixed: 2_500 }),
]

/** What a merchant of the demo pays that has what its cards cost passed on, with a markup. */
export const plusPlusLines: readonly Line[] = [
  newLine({ fixed: 20, ppm: 12_000 }),
  newLine({ product: 'ideal', fixed: 29 }),
  newLine({ product: 'card', passes_on: 'interchange_and_scheme_fees', fixed: 10, ppm: 6_000 }),
  newLine({ product: 'sepa_debit', fixed: 35 }),
  newLine({ event: 'refund', fixed: 25 }),
  newLine({ event: 'chargeback', fixed: 2_500 }),
  newLine({ event: 'authorisation', fixed: 4 }),
  newLine({ event: 'decline', fixed: 2 }),
  newLine({ event: 'payout', fixed: 25 }),
  newLine({ event: 'month', fixed: 1_900 }),
  newLine({ event: 'month_minimum', fixed: 2_500 }),
]

/** What the demo's processors charge for them. */
export const costLines: readonly Line[] = [
  newLine({ fixed: 5, ppm: 10_000 }),
  newLine({ product: 'ideal', fixed: 9 }),
  newLine({ ...consumer, fixed: 4, ppm: 5_000, interchange_ppm: 2_000, scheme_fees_ppm: 450 }),
  newLine({ ...commercial, fixed: 4, ppm: 17_000, interchange_ppm: 13_000, scheme_fees_ppm: 900 }),
  newLine({ ...elsewhere, fixed: 4, ppm: 21_000, interchange_ppm: 15_000, scheme_fees_ppm: 2_500 }),
  newLine({ event: 'refund', fixed: 8 }),
  newLine({ event: 'chargeback', fixed: 1_500 }),
]
