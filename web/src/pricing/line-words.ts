import {
  dimensionValues,
  isMonthBound,
  isWithoutPayment,
  type Line,
  type PriceDimension,
  type PriceEvent,
  priceDimensions,
  textOfLine,
} from '@kontor/contract/pricing/price.rules'
import { schemeVersionsEndpoint } from '@kontor/contract/pricing/scheme.endpoints'
import { useTranslation } from 'react-i18next'
import { useGateways } from '../platform/value/use-gateways.tsx'
import { useMoney } from '../platform/value/use-money.ts'
import { usePercentage } from '../platform/value/use-percentage.ts'
import { useMay } from '../platform/viewer.ts'

/** The values that a line may name of each dimension, apart from the gateway and the currency. */
export const namedValues = {
  ...dimensionValues,
  domestic: ['true', 'false'],
} as const

/** The words of lines. `currency` is that of the scheme. */
export function useLineWords(currency: string | null) {
  const { t, i18n } = useTranslation(['main', 'fields'])
  const money = useMoney()
  const percentage = usePercentage()
  // Only lines of costs name a gateway.
  const gateways = useGateways({ enabled: useMay(schemeVersionsEndpoint.COST) })

  function valueText(name: PriceDimension, value: string | boolean): string {
    switch (name) {
      case 'gateway':
        return gateways?.find((gateway) => gateway.name === value)?.label ?? String(value)
      case 'product':
        return t(`fields:payment_product.${value as (typeof dimensionValues)['product'][number]}`)
      case 'brand':
        return t(`fields:card_brand.${value as (typeof dimensionValues)['brand'][number]}`)
      case 'holder':
        return t(`pricing.holder.${value as (typeof dimensionValues)['holder'][number]}`)
      case 'funding':
        return t(`fields:funding.${value as (typeof dimensionValues)['funding'][number]}`)
      case 'region':
        return t(`pricing.region.${value as (typeof dimensionValues)['region'][number]}`)
      case 'domestic':
        return t(String(value) === 'true' ? 'pricing.domestic' : 'pricing.not_domestic')
      case 'channel':
        return t(`pricing.channel.${value as (typeof dimensionValues)['channel'][number]}`)
      case 'currency_code':
        return String(value)
    }
  }

  function rangeText(from: number | null, until: number | null, textOf: (amount: number) => string) {
    if (from !== null && until !== null) return t('pricing.from_until', { from: textOf(from), until: textOf(until) })
    if (from !== null) return t('pricing.from', { from: textOf(from) })
    return until === null ? undefined : t('pricing.until', { until: textOf(until) })
  }

  /** "Month before: from € 50,000.00" */
  function tierText({ tier_from, tier_until, currency_code }: Line): string | undefined {
    const own = currency_code ?? currency
    const range = rangeText(tier_from, tier_until, (amount) => (own ? money(amount, own) : String(amount)))
    return range && t('pricing.tier', { range })
  }

  function amountsText(line: Line): string | undefined {
    const own = line.currency_code ?? currency
    const textOf = (amount: number) => (own ? money(amount, own) : String(amount))
    return rangeText(line.amount_from, line.amount_until, textOf)
  }

  /** What a line names, in the order of its weight. */
  const conditions = (line: Line): string[] => [
    ...priceDimensions.flatMap((name) => {
      // A line that was written down before lines of costs could name a gateway has none.
      const value = line[name] ?? null
      return value === null ? [] : [valueText(name, value)]
    }),
    ...[amountsText(line), tierText(line)].filter((text) => text !== undefined),
  ]

  function priceText(line: Line): string {
    const own = line.currency_code ?? currency
    // The amount of a bound is no price: of 0 it is not free.
    if (isMonthBound(line.event)) {
      const amount = own ? money(line.fixed, own) : String(line.fixed)
      return t(line.event === 'month_minimum' ? 'pricing.at_least' : 'pricing.at_most', { amount })
    }
    const parts = [
      ...(line.passes_on === null ? [] : [t(`pricing.passed.${line.passes_on}`)]),
      ...(line.fixed > 0 && own ? [money(line.fixed, own)] : []),
      ...(line.ppm > 0 ? [percentage(line.ppm)] : []),
    ]
    // A line may break before the sign, never within a price.
    return parts.length === 0 ? t('pricing.free') : parts.join(' +\u00a0')
  }

  function boundsText({ minimum, maximum, currency_code }: Line): string {
    const own = currency_code ?? currency
    if (!own) return ''
    return [
      ...(minimum === null ? [] : [t('pricing.at_least', { amount: money(minimum, own) })]),
      ...(maximum === null ? [] : [t('pricing.at_most', { amount: money(maximum, own) })]),
    ].join(', ')
  }

  function withoutConditions(event: PriceEvent): string {
    if (isMonthBound(event)) return t(`pricing.event.${event}`)
    return t(isWithoutPayment(event) ? 'pricing.each' : 'pricing.everything_else')
  }

  /** "of it interchange 0.2%", "of it scheme fees 0.045%" */
  function costPartTexts(line: Line): string[] {
    const textOf = (part: 'interchange' | 'scheme_fees') => {
      const [fixed, ppm] = [line[`${part}_fixed`], line[`${part}_ppm`]]
      if (fixed === 0 && ppm === 0) return []
      const price = priceText({ ...line, fixed, ppm, passes_on: null })
      return [t(`pricing.of_it.${part}`, { price })]
    }
    return [...textOf('interchange'), ...textOf('scheme_fees')]
  }

  return {
    valueText,
    conditions,
    /** Its text; or "iDEAL", or "everything else"; of what is no payment: "each"; of what bounds a month: its event. */
    nameOf: (line: Line): string =>
      textOfLine(line, i18n.language) ?? (conditions(line).join(', ') || withoutConditions(line.event)),
    priceText,
    boundsText,
    costPartTexts,
    /** “Cards of consumers”, in each language, as merchants read it. */
    textsOf: ({ text_nl, text_en }: Line): string[] =>
      [...new Set([text_nl, text_en])].flatMap((text) => (text === null ? [] : [t('pricing.quoted', { text })])),
  }
}
