import {
  boundariesOf,
  fits,
  type Line,
  maskOf,
  type PriceDimension,
  type Priced,
  priceDimensions,
  tiersOf,
} from './price.rules.ts'

/**
 * Amounts at which a line of what merchants pay is below the line of what their payments cost: `from` <= amount < `until`, in minor
 * units of `currency_code`. Null: without an end, and of any currency.
 */
export interface BelowCost {
  /** Their numbers, from 1. */
  readonly line: number
  readonly cost_line: number
  /** What the two lines name together: these payments are meant. */
  readonly payments: Line
  readonly from: number
  readonly until: number | null
}

interface Pair {
  readonly revenue: Line
  readonly cost: Line
}

/**
 * Where prices are below costs, by the numbers of their lines. Both lists name the currency of their scheme (`inCurrencyOf`). A line
 * is compared with each cost line that wins for the same payments; what is compared are the amounts before they are rounded, so that
 * a price that equals its cost is not below it for some amounts by chance.
 */
export function linesBelowCost(lines: readonly Line[], costs: readonly Line[]): BelowCost[] {
  const starts = [1, ...boundariesOf([...lines, ...costs]).filter((amount) => amount > 1)]
  const known = { starts, tiers: tiersOf(lines), over: [heavierOf(lines), heavierOf(costs)] as const }
  return lines.flatMap((revenue, at) =>
    costs.flatMap((cost, costAt) =>
      joined(winningRanges({ revenue, cost }, known).flatMap((range) => belowWithin({ revenue, cost }, range))).map(
        (range) => ({
          ...{ line: at + 1, cost_line: costAt + 1, payments: meetingOf({ revenue, cost }) },
          ...range,
        }),
      ),
    ),
  )
}

/** The lines that win over each where both fit. */
const heavierOf = (lines: readonly Line[]): Map<Line, readonly Line[]> =>
  new Map(lines.map((line) => [line, lines.filter((other) => maskOf(other) > maskOf(line))]))

interface Known {
  /** The amounts and the volumes from which another line may win. */
  readonly starts: readonly number[]
  readonly tiers: readonly number[]
  readonly over: readonly [Map<Line, readonly Line[]>, Map<Line, readonly Line[]>]
}

interface Range {
  readonly from: number
  readonly until: number | null
}

/** What is named by either of two lines; the amounts are those of the first. */
const meetingOf = ({ revenue, cost }: Pair): Line => ({
  ...revenue,
  ...Object.fromEntries(priceDimensions.map((name) => [name, revenue[name] ?? cost[name]])),
})

const differ = ({ revenue, cost }: Pair, name: PriceDimension): boolean =>
  revenue[name] !== null && cost[name] !== null && revenue[name] !== cost[name]

/**
 * The amounts at which both lines win for the same payments. It is enough to ask for a payment of which nothing else is known: a line
 * that wins over one of them there names only what both name, so it wins for all of these payments.
 */
function winningRanges(pair: Pair, { starts, tiers, over }: Known): Range[] {
  const { revenue, cost } = pair
  if (revenue.event !== cost.event || priceDimensions.some((name) => differ(pair, name))) return []
  const known = meetingOf(pair)
  const wins = (line: Line, at: 0 | 1, priced: Priced) =>
    fits(line, priced) && !over[at].get(line)?.some((other) => fits(other, priced))
  return tiers.flatMap((volume) =>
    starts.flatMap((from, at) => {
      const priced: Priced = { ...known, currency_code: known.currency_code ?? '', amount: from, volume }
      const bothWin = wins(revenue, 0, priced) && wins(cost, 1, priced)
      return bothWin ? [{ from, until: starts[at + 1] ?? null }] : []
    }),
  )
}

/** The amounts of a range at which the price is below the cost. */
function belowWithin({ revenue, cost }: Pair, { from, until }: Range): Range[] {
  const short = (amount: number) =>
    exactPrice(amount, cost) - exactlyPassed(amount, { revenue, cost }) - exactPrice(amount, revenue)
  // Between two of these, what is short changes by the same from amount to amount.
  const turns = [...turnsOf(revenue), ...turnsOf(cost)].filter(
    (amount) => amount > from && (until === null || amount < until),
  )
  const starts = [...new Set([from, ...turns])].sort((one, other) => one - other)
  return starts.flatMap((start, at) => shortWithin(short, { from: start, until: starts[at + 1] ?? until }))
}

/** Where a difference that changes evenly is above zero. */
function shortWithin(short: (amount: number) => bigint, { from, until }: Range): Range[] {
  const first = short(from)
  const step = until !== null && until - from < 2 ? 0n : short(from + 1) - first
  if (first > 0n) {
    const end = step < 0n ? from + Number((first - step - 1n) / -step) : null
    return [{ from, until: end === null ? until : until === null ? end : Math.min(end, until) }]
  }
  if (step <= 0n) return []
  const start = from + Number(-first / step) + 1
  return until === null || start < until ? [{ from: start, until }] : []
}

/** Millionths of a minor unit. */
function exactPrice(amount: number, { fixed, ppm, minimum, maximum }: Line): bigint {
  const price = exactly(fixed) + BigInt(amount) * BigInt(ppm)
  const raised = minimum !== null && price < exactly(minimum) ? exactly(minimum) : price
  return maximum !== null && raised > exactly(maximum) ? exactly(maximum) : raised
}
/** Where the parts are more than the cost, less of them is passed on; the price is not below the cost there in either case. */
function exactlyPassed(amount: number, { revenue: { passes_on }, cost }: Pair): bigint {
  const part = (fixed: number, ppm: number) => exactly(fixed) + BigInt(amount) * BigInt(ppm)
  if (passes_on === null) return 0n
  const interchange = part(cost.interchange_fixed, cost.interchange_ppm)
  return passes_on === 'interchange' ? interchange : interchange + part(cost.scheme_fees_fixed, cost.scheme_fees_ppm)
}
const exactly = (amount: number): bigint => BigInt(amount) * 1_000_000n

/** The amounts from which minimum and maximum no longer or at last apply. */
const turnsOf = ({ fixed, ppm, minimum, maximum }: Line): number[] =>
  ppm === 0
    ? []
    : [minimum, maximum].flatMap((bound) =>
        bound === null || bound <= fixed ? [] : [Number((exactly(bound - fixed) + BigInt(ppm) - 1n) / BigInt(ppm))],
      )

/** Ranges that meet are one. */
function joined(ranges: readonly Range[]): Range[] {
  const found: Range[] = []
  for (const range of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = found.at(-1)
    if (last && (last.until === null || range.from <= last.until))
      found[found.length - 1] = { from: last.from, until: laterOf(last.until, range.until) }
    else found.push(range)
  }
  return found
}
const laterOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : Math.max(one, other)
