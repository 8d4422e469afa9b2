import type { PaymentProduct } from '../payments/transaction.rules.ts'

/** Texts about the payment in the head of the page, below the shop's name and the amount. */
export const headerDescriptions = ['merchant_reference', 'description', 'both', 'none'] as const
export type HeaderDescription = (typeof headerDescriptions)[number]

/** The notation of amounts. It does not depend on the page's language. */
export const numberFormats = ['en_US', 'en_GB', 'nl_NL', 'nl_BE', 'de_DE', 'de_AT', 'fr_FR', 'fr_BE', 'pl_PL'] as const
export type NumberFormat = (typeof numberFormats)[number]
/** The locale as `Intl` names it. */
export const localeOf = (format: NumberFormat): string => format.replace('_', '-')

/** The product by which most people of a country pay. */
const localProducts: Readonly<Record<string, PaymentProduct>> = {
  NL: 'ideal',
  BE: 'bancontact',
  AT: 'eps',
  PL: 'blik',
}

/** The products in their order, but the one of the country first. */
export function localFirst(products: readonly PaymentProduct[], country: string | null): readonly PaymentProduct[] {
  const local = localProducts[country ?? '']
  return [...products].sort((one, other) => Number(other === local) - Number(one === local))
}

export const mostCss = 20_000
