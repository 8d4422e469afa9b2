import { newLine } from '@kontor/contract/pricing/new-line'
import {
  isAncillary,
  isWithoutAmount,
  isWithoutPayment,
  type Line,
  type PriceEvent,
} from '@kontor/contract/pricing/price.rules'
import { type AmountValue, amountIn } from '../../platform/value/amount-typed.ts'

/** A line as it is typed: amounts may be wrong, and the percentage is text. */
export interface TypedLine extends Omit<Line, Amount | Share> {
  readonly amount_from: AmountValue
  readonly amount_until: AmountValue
  readonly tier_from: AmountValue
  readonly tier_until: AmountValue
  readonly fixed: AmountValue
  readonly minimum: AmountValue
  readonly maximum: AmountValue
  readonly percentage: string
  readonly interchange_fixed: AmountValue
  readonly interchange_percentage: string
  readonly scheme_fees_fixed: AmountValue
  readonly scheme_fees_percentage: string
  /** Stays with the line while others come and go. */
  readonly key: string
}
export const amountNames = [
  'fixed',
  'minimum',
  'maximum',
  'amount_from',
  'amount_until',
  'tier_from',
  'tier_until',
  'interchange_fixed',
  'scheme_fees_fixed',
] as const
type Amount = (typeof amountNames)[number]
type Share = 'ppm' | 'interchange_ppm' | 'scheme_fees_ppm'

/** "1,4" and "1.4" are 14000; undefined: it is no percentage of at most four decimals. Empty: none. */
export function ppmTyped(typed: string): number | undefined {
  const text = typed.replaceAll(/[\s%]/g, '').replace(',', '.')
  if (text === '') return 0
  const match = /^(\d{0,3})(?:\.(\d{0,4}))?$/.exec(text)
  if (!match || text === '.') return undefined
  const ppm = Number(match[1] || '0') * 10_000 + Number((match[2] ?? '').padEnd(4, '0'))
  return ppm <= 1_000_000 ? ppm : undefined
}

/** "1,4" of 14000 in Dutch. */
export const percentageOf = (ppm: number, language: string): string =>
  ppm === 0
    ? ''
    : new Intl.NumberFormat(language, { maximumFractionDigits: 4, useGrouping: false }).format(ppm / 10_000)

export function typedOf(line: Line, language: string, key: string): TypedLine {
  const { ppm, interchange_ppm, scheme_fees_ppm, interchange_fixed, scheme_fees_fixed, ...rest } = newLine(line)
  return {
    ...rest,
    ...{ percentage: percentageOf(ppm, language), key },
    interchange_percentage: percentageOf(interchange_ppm, language),
    scheme_fees_percentage: percentageOf(scheme_fees_ppm, language),
    // A part that is none is an empty field.
    interchange_fixed: interchange_fixed || null,
    scheme_fees_fixed: scheme_fees_fixed || null,
  }
}

/** The line for another event, without what that event does not have. */
export function forEvent(line: TypedLine, event: PriceEvent): TypedLine {
  const { currency_code, tier_from, tier_until, fixed, text_nl, text_en, key, amount_from, amount_until } = line
  const plain = typedOf(newLine({ event, currency_code }), '', key)
  if (!isAncillary(event)) return { ...line, event }
  const kept = {
    tier_from,
    tier_until,
    fixed,
    text_nl,
    text_en,
    ...(isWithoutAmount(event) ? {} : { amount_from, amount_until }),
  }
  if (isWithoutPayment(event)) return { ...plain, ...kept }
  const { product, brand, holder, funding, region, domestic, channel } = line
  return { ...plain, ...kept, product, brand, holder, funding, region, domestic, channel }
}

/**
 * The line in another currency of its own, or none. Its amounts keep their decimal value. `ofScheme` holds where the line
 * names no currency; without both, amounts are shown as euros.
 */
export function withCurrency(line: TypedLine, currency_code: string | null, ofScheme: string | null): TypedLine {
  const shownIn = (own: string | null) => own ?? ofScheme ?? 'EUR'
  const [from, to] = [shownIn(line.currency_code), shownIn(currency_code)]
  const amounts = amountNames.map((name) => [name, amountIn(line[name], from, to)] as const)
  // The names are those of a line's amounts.
  return { ...line, ...(Object.fromEntries(amounts) as Pick<TypedLine, Amount>), currency_code }
}

type Filled = 'fixed' | 'interchange_fixed' | 'scheme_fees_fixed'

/** The line, or undefined while something of it is no amount or percentage. */
export function lineOf({
  percentage,
  interchange_percentage,
  scheme_fees_percentage,
  key: _,
  ...typed
}: TypedLine): Line | undefined {
  const [ppm, interchange_ppm, scheme_fees_ppm] = [
    ppmTyped(percentage),
    ppmTyped(interchange_percentage),
    ppmTyped(scheme_fees_percentage),
  ]
  const amounts = amountNames.map((name) => typed[name])
  if (ppm === undefined || interchange_ppm === undefined || scheme_fees_ppm === undefined) return undefined
  if (amounts.includes('invalid')) return undefined
  // None of them is `invalid`, as was just checked.
  const { fixed, interchange_fixed, scheme_fees_fixed, ...others } = typed as Omit<Line, Filled | Share> &
    Record<Filled, number | null>
  return {
    ...others,
    ...{ fixed: fixed ?? 0, ppm, interchange_ppm, scheme_fees_ppm },
    ...{ interchange_fixed: interchange_fixed ?? 0, scheme_fees_fixed: scheme_fees_fixed ?? 0 },
  }
}
