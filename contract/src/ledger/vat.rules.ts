/** The European Union by ISO 3166-1 alpha-2; Monaco is taxed as a part of France. */
const europeanUnion = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MC MT NL PL PT RO SK SI ES SE'.split(' '),
)

/**
 * What VAT the provider charges on its fees. STANDARD: the rate of its own country. REVERSE_CHARGE: none, because the merchant
 * accounts for it in its own country. OUT_OF_SCOPE: none.
 */
export type VatTreatment = 'STANDARD' | 'REVERSE_CHARGE' | 'OUT_OF_SCOPE'

interface Taxed {
  /** ISO 3166-1 alpha-2. */
  country_code: string
  vat_number: string | null
}

/** The treatment of a merchant by a provider in this country (ISO 3166-1 alpha-2). */
export function vatTreatment({ country_code, vat_number }: Taxed, provider: string): VatTreatment {
  if (country_code === provider) return 'STANDARD'
  if (!europeanUnion.has(country_code)) return 'OUT_OF_SCOPE'
  return vat_number === null ? 'STANDARD' : 'REVERSE_CHARGE'
}
