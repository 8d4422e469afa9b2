import { sql } from 'kysely'
import type { Asked } from './asked.ts'
import type { CountedEntity } from './counted-rows.ts'
import { type Figure, figures, type Grouping, type Narrowing } from './figures.ts'
import type { Span } from './span.ts'

export interface Sum {
  count: number
  volume: number
}

export interface MoneyFigures {
  /** Of the chosen currency alone. */
  readonly figures: readonly Figure[]
  readonly currency_code: string
  readonly currencies: readonly ({ currency_code: string } & Sum)[]
}

/** The figures of one currency: the one that was asked for, else that of the most rows in the range. */
export async function moneyFigures(
  asked: Asked,
  entity: CountedEntity,
  grouping: Grouping,
  spans: Readonly<Record<string, Span>> = { range: asked.span },
  narrowings: readonly Narrowing[] = [],
): Promise<MoneyFigures> {
  const { trx, actor, business } = asked
  const all = await figures(trx, { actor, entity, grouping, spans, narrowings, business })
  const main = all.filter(({ span }) => span === Object.keys(spans)[0])
  const currencies = sumsBy(main, ({ currency_code }) => currency_code)
    .map(([currency_code, sum]) => ({ currency_code, ...sum }))
    .sort((one, other) => other.count - one.count || (one.currency_code < other.currency_code ? -1 : 1))
  const currency_code = asked.currency_code ?? currencies[0]?.currency_code ?? asked.base_currency
  return { figures: all.filter((figure) => figure.currency_code === currency_code), currency_code, currencies }
}

export function sumsBy<K>(all: readonly Figure[], keyOf: (figure: Figure) => K): [K, Sum][] {
  const sums = new Map<K, Sum>()
  for (const figure of all) {
    const key = keyOf(figure)
    const sum = sums.get(key) ?? { count: 0, volume: 0 }
    sums.set(key, { count: sum.count + figure.count, volume: sum.volume + figure.volume })
  }
  return [...sums]
}

export const total = (all: readonly Figure[]): Sum => sumsBy(all, () => 0)[0]?.[1] ?? { count: 0, volume: 0 }

export const processorsOnly = (ids: readonly string[]): Narrowing => ({
  stored: sql`s.processor_id = any(${ids}::uuid[])`,
  raw: sql`r.processor_id = any(${ids}::uuid[])`,
})

const hour = 3_600_000

/** What every reply says of its figures. */
export function frameOf({ span, actor, offsetAt }: Asked) {
  return {
    from: new Date(span.from).toISOString(),
    to: lastInstant(span),
    time_zone: actor.time_zone,
    rounded_to_hours: offsetAt(span.from) % hour !== 0 || offsetAt(span.to) % hour !== 0,
  }
}

export const moneyFrameOf = (asked: Asked, { currency_code, currencies }: MoneyFigures) => ({
  ...frameOf(asked),
  currency_code,
  currencies: [...currencies],
})

/** The last millisecond: as it is written into an address. */
export const lastInstant = ({ to }: Span): string => new Date(to - 1).toISOString()

export const rangeOf = (span: Span) => ({ from: new Date(span.from).toISOString(), to: lastInstant(span) })

/** Two decimals. */
export const rounded = (value: number): number => Math.round(value * 100) / 100

/** Null: there was nothing before. */
export const growthOf = (now: number, before: number): number | null =>
  before === 0 ? (now === 0 ? 0 : null) : rounded(((now - before) / before) * 100)

export const percentageOf = (part: number, whole: number): number => (whole === 0 ? 0 : rounded((part / whole) * 100))
