import { sql } from 'kysely'
import type { Asked } from './asked.ts'
import { asItIs, type Conversion, type Convert, conversionOf } from './conversion.ts'
import { type Figure, figures, type Grouping, type Narrowing } from './figures.ts'
import type { Span } from './periods/span.ts'
import type { CountedEntity } from './rollups/counted-rows.ts'

export interface Sum {
  count: number
  volume: bigint
}

export interface MoneyFigures {
  /** The figures of the chosen currency, or of all when amounts are converted. */
  readonly figures: readonly Figure[]
  /** Converts an amount to the currency of the figures. */
  readonly convert: Convert
  readonly conversion: Conversion | null
  readonly currency_code: string
  readonly currencies: readonly ({ currency_code: string } & Sum)[]
}

export async function moneyFigures(
  asked: Asked,
  entity: CountedEntity,
  grouping: Grouping,
  spans: Readonly<Record<string, Span>> = { range: asked.span },
  narrowings: readonly Narrowing[] = [],
): Promise<MoneyFigures> {
  const { trx, actor, business, now } = asked
  const all = await figures(trx, { actor, entity, grouping, spans, narrowings, business, now })
  return inOneCurrency(asked, all, Object.keys(spans)[0])
}

/**
 * Figures of one currency: the requested one, else the one with the most rows in the range. Or of all currencies,
 * converted.
 */
export async function inOneCurrency(asked: Asked, all: readonly Figure[], range = 'range'): Promise<MoneyFigures> {
  const main = all.filter(({ span }) => span === range)
  const currencies = ownAmountsOf(main)
  if (asked.in_base_currency) {
    const elsewhere = ownAmountsOf(all).map(({ currency_code }) => ({ currency_code, ...nothing }))
    const found = await conversionOf(asked, [...currencies, ...elsewhere])
    return { figures: all, currency_code: asked.base_currency, currencies, ...found }
  }
  const currency_code = asked.currency_code ?? currencies[0]?.currency_code ?? asked.base_currency
  return {
    figures: all.filter((figure) => figure.currency_code === currency_code),
    currency_code,
    currencies,
    convert: asItIs,
    conversion: null,
  }
}

const ownAmountsOf = (all: readonly Figure[]) =>
  sumsBy(all, ({ currency_code }) => currency_code)
    .map(([currency_code, sum]) => ({ currency_code, ...sum }))
    .sort((one, other) => other.count - one.count || (one.currency_code < other.currency_code ? -1 : 1))

/** Sums by key. Each currency is added up first, and its total is converted once. */
export function sumsBy<K>(all: readonly Figure[], keyOf: (figure: Figure) => K, convert: Convert = asItIs): [K, Sum][] {
  const sums = new Map<K, Map<string, Sum>>()
  for (const figure of all) {
    const key = keyOf(figure)
    const ofKey = sums.get(key) ?? new Map<string, Sum>()
    const sum = ofKey.get(figure.currency_code) ?? nothing
    ofKey.set(figure.currency_code, { count: sum.count + figure.count, volume: sum.volume + figure.volume })
    sums.set(key, ofKey)
  }
  return [...sums].map(([key, ofKey]) => [key, [...ofKey].reduce((sum, of) => added(sum, of, convert), nothing)])
}

export const nothing: Sum = { count: 0, volume: 0n }

const added = (sum: Sum, [currency, { count, volume }]: [string, Sum], convert: Convert): Sum => ({
  count: sum.count + count,
  volume: sum.volume + (convert(volume, currency) ?? 0n),
})

export const total = (all: readonly Figure[], convert: Convert = asItIs): Sum =>
  sumsBy(all, () => 0, convert)[0]?.[1] ?? nothing

export const processorsOnly = (ids: readonly string[]): Narrowing => ({
  stored: sql`s.processor_id = any(${ids}::uuid[])`,
  raw: sql`r.processor_id = any(${ids}::uuid[])`,
})

/** The fields about range and time zone in every reply. */
export function frameOf({ span, actor }: Asked) {
  return {
    from: new Date(span.from).toISOString(),
    to: lastInstant(span),
    time_zone: actor.time_zone,
  }
}

export const moneyFrameOf = (asked: Asked, { currency_code, currencies, conversion }: MoneyFigures) => ({
  ...frameOf(asked),
  currency_code,
  base_currency: asked.base_currency,
  conversion,
  currencies: [...currencies],
})

/** The last millisecond of a span, which an address shows as its end. */
export const lastInstant = ({ to }: Span): string => new Date(to - 1).toISOString()

export const rangeOf = (span: Span) => ({ from: new Date(span.from).toISOString(), to: lastInstant(span) })

/** Rounds to two decimals. */
export const rounded = (value: number): number => Math.round(value * 100) / 100

/** Growth in percent; null: there was nothing before. */
export function growthOf(after: number | bigint, before: number | bigint): number | null {
  const [now, then] = [Number(after), Number(before)]
  return then === 0 ? (now === 0 ? 0 : null) : rounded(((now - then) / then) * 100)
}

export function percentageOf(part: number | bigint, whole: number | bigint): number {
  return Number(whole) === 0 ? 0 : rounded((Number(part) / Number(whole)) * 100)
}

export const compare = <T extends string | number | bigint>(one: T, other: T): number =>
  one < other ? -1 : one > other ? 1 : 0
