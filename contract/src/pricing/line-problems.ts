import {
  isAncillary,
  isWithoutAmount,
  isWithoutPayment,
  type Line,
  maskOf,
  monthEvents,
  type PriceDimension,
  type PriceEvent,
  passingEvents,
  priceDimensions,
  wholePpm,
} from './price.rules.ts'

export const lineProblemCodes = [
  'default_missing',
  'overlap',
  'hole',
  'tier_hole',
  'range_empty',
  'tier_empty',
  'minimum_above_maximum',
  'percentage_out_of_range',
  'currency_missing',
  'currency_differs',
  'no_card',
  'passes_on_event',
  'fixed_alone',
  'without_payment',
  'without_amount',
  'month_currencies',
  'month_minimum_above_maximum',
  'parts_above_cost',
  'never_wins',
  'text_in_one_language',
] as const
export type LineProblemCode = (typeof lineProblemCodes)[number]

/** Why lines cannot be activated. `lines` are their numbers, from 1. Amounts are minor units of `currency_code`. */
export interface LineProblem {
  readonly code: LineProblemCode
  readonly lines: readonly number[]
  readonly event: PriceEvent
  /** Of a hole: the amounts or the volumes for which there is no line. */
  readonly from?: number
  readonly until?: number
  readonly currency_code?: string | null
}

/** A line with its number. */
interface Placed {
  readonly line: Line
  readonly number: number
}

/** Everything that activation refuses about the lines of a scheme in this currency (null: in any). */
export function linesProblems(lines: readonly Line[], currency: string | null): LineProblem[] {
  const placed = lines.map((line, at) => ({ line, number: at + 1 }))
  const hasDefault = lines.some((line) => line.event === 'capture' && maskOf(line) === 0)
  return [
    ...(hasDefault ? [] : [{ code: 'default_missing', lines: [], event: 'capture' } as const]),
    ...placed.flatMap((each) => problemsOf(each, currency)),
    ...Map.groupBy(placed, namesOf)
      .values()
      .flatMap((group) => rangeProblems(group, currency)),
    ...monthProblems(placed, currency),
  ]
}

/** A merchant is charged for a month once, and not once in each currency; and no month is to be below and above two amounts. */
function monthProblems(placed: readonly Placed[], currency: string | null): LineProblem[] {
  const of = (event: PriceEvent) => placed.filter(({ line }) => line.event === event)
  const currencyOf = ({ line }: Placed) => line.currency_code ?? currency
  const inMany = monthEvents.flatMap((event): LineProblem[] => {
    const months = of(event)
    return new Set(months.map(currencyOf)).size > 1
      ? [{ code: 'month_currencies', lines: months.map(({ number }) => number), event }]
      : []
  })
  const crossed = of('month_minimum').flatMap((least) =>
    of('month_maximum').flatMap((most): LineProblem[] =>
      currencyOf(least) === currencyOf(most) &&
      least.line.fixed > most.line.fixed &&
      meet(least.line, most.line, 'tier')
        ? [{ code: 'month_minimum_above_maximum', lines: [least.number, most.number], event: 'month_minimum' }]
        : [],
    ),
  )
  return [...inMany, ...crossed]
}

/** Lines of one event that name the same values; they differ by their amounts and tiers at most. */
const namesOf = ({ line }: Placed): string => JSON.stringify([line.event, ...priceDimensions.map((name) => line[name])])

const cardDimensions: readonly PriceDimension[] = ['brand', 'holder', 'funding', 'region', 'domestic']

/** Conditions that only a payment can meet. */
const ofPayment = priceDimensions.filter((name) => name !== 'currency_code')

/** Bancontact is paid by a card too. */
const cardProducts: readonly (string | null)[] = [null, 'card', 'bancontact']

function problemsOf({ line, number }: Placed, currency: string | null): LineProblem[] {
  const { event } = line
  const found: LineProblem['code'][] = []
  const own = line.currency_code ?? currency
  if (line.ppm < 0 || line.ppm > wholePpm) found.push('percentage_out_of_range')
  if (line.minimum !== null && line.maximum !== null && line.minimum > line.maximum) found.push('minimum_above_maximum')
  if (line.amount_until !== null && line.amount_until <= (line.amount_from ?? 0)) found.push('range_empty')
  if (line.tier_until !== null && line.tier_until <= (line.tier_from ?? 0)) found.push('tier_empty')
  if (own === null && hasMoney(line)) found.push('currency_missing')
  if (currency !== null && own !== currency) found.push('currency_differs')
  const needsCard = line.passes_on !== null || cardDimensions.some((name) => line[name] !== null)
  if (needsCard && !cardProducts.includes(line.product)) found.push('no_card')
  if (line.passes_on !== null && !passingEvents.includes(event)) found.push('passes_on_event')
  if (isAncillary(event) && (line.ppm > 0 || line.minimum !== null || line.maximum !== null)) found.push('fixed_alone')
  if (isWithoutPayment(event) && ofPayment.some((name) => line[name] !== null)) found.push('without_payment')
  if (isWithoutAmount(event) && axes.amount(line).some((bound) => bound !== null)) found.push('without_amount')
  if (
    line.interchange_fixed + line.scheme_fees_fixed > line.fixed ||
    line.interchange_ppm + line.scheme_fees_ppm > line.ppm
  )
    found.push('parts_above_cost')
  // Readers of the other language would have none.
  if ((line.text_nl === null) !== (line.text_en === null)) found.push('text_in_one_language')
  return found.map((code) => ({ code, lines: [number], event }))
}

const hasMoney = (line: Line): boolean =>
  line.fixed > 0 ||
  [line.minimum, line.maximum, line.amount_from, line.amount_until, line.tier_from, line.tier_until].some(
    (each) => each !== null,
  )

/** Overlaps, holes, and a line without amounts and tiers that lines with them leave nothing to. */
function rangeProblems(group: readonly Placed[], currency: string | null): LineProblem[] {
  const whole = group.filter(({ line }) => !isRange(line))
  // An empty range is a problem of its own.
  const ranges = group.filter(({ line }) => isRange(line) && !isEmpty(line))
  const event = group[0]?.line.event ?? 'capture'
  const numbers = whole.map(({ number }) => number)
  const found: LineProblem[] = []
  if (whole.length > 1) found.push({ code: 'overlap', lines: numbers, event })
  found.push(...overlaps(ranges, event))
  if (whole.length === 0) found.push(...holes(ranges, event, currency))
  if (ranges.length > 0 && whole.length > 0 && coverAll(ranges))
    found.push({ code: 'never_wins', lines: numbers, event })
  return found
}

const isRange = (line: Line): boolean => [...axes.amount(line), ...axes.tier(line)].some((bound) => bound !== null)
const isEmpty = (line: Line): boolean => axisNames.some((axis) => from(line, axis) >= until(line, axis))

/** A line with amounts and tiers is a rectangle of both. */
const axes = {
  amount: (line: Line) => [line.amount_from, line.amount_until] as const,
  tier: (line: Line) => [line.tier_from, line.tier_until] as const,
}
type Axis = keyof typeof axes
const axisNames = ['amount', 'tier'] as const
const from = (line: Line, axis: Axis): number => axes[axis](line)[0] ?? 0
const until = (line: Line, axis: Axis): number => axes[axis](line)[1] ?? Number.POSITIVE_INFINITY

const meet = (one: Line, other: Line, axis: Axis): boolean =>
  from(one, axis) < until(other, axis) && from(other, axis) < until(one, axis)

/** Each line with the lines before it that it meets: at most the first of them is named, as the others follow from it. */
function overlaps(ranges: readonly Placed[], event: PriceEvent): LineProblem[] {
  return ranges.flatMap((each, at) => {
    const other = ranges.slice(0, at).find(({ line }) => axisNames.every((axis) => meet(line, each.line, axis)))
    return other ? [{ code: 'overlap', lines: [other.number, each.number], event } as const] : []
  })
}

/** The values of an axis between which the lines that apply do not change. */
const startsOf = (ranges: readonly Placed[], axis: Axis): number[] =>
  [...new Set([0, ...ranges.flatMap(({ line }) => [from(line, axis), until(line, axis)])])].filter(Number.isFinite)

/** Between amounts of one tier, and between tiers of one amount. Each is named once. */
function holes(ranges: readonly Placed[], event: PriceEvent, currency: string | null): LineProblem[] {
  const found = new Map<string, LineProblem>()
  for (const [axis, across, code] of [['amount', 'tier', 'hole'] as const, ['tier', 'amount', 'tier_hole'] as const])
    for (const start of startsOf(ranges, across)) {
      const slab = ranges.filter(({ line }) => from(line, across) <= start && start < until(line, across))
      for (const hole of gaps(slab, axis)) {
        const { before, after } = hole
        const problem = { code, lines: [before.number, after.number], event } as const
        found.set(JSON.stringify(problem), {
          ...problem,
          ...{ from: until(before.line, axis), until: from(after.line, axis) },
          currency_code: after.line.currency_code ?? currency,
        })
      }
    }
  return [...found.values()]
}

function gaps(slab: readonly Placed[], axis: Axis): { before: Placed; after: Placed }[] {
  const found: { before: Placed; after: Placed }[] = []
  // The line of the values so far that reaches furthest.
  let before: Placed | undefined
  for (const after of slab.toSorted((one, other) => from(one.line, axis) - from(other.line, axis))) {
    if (before && from(after.line, axis) > until(before.line, axis)) found.push({ before, after })
    if (!before || until(after.line, axis) > until(before.line, axis)) before = after
  }
  return found
}

/** Every amount of every tier has a line. */
const coverAll = (ranges: readonly Placed[]): boolean =>
  startsOf(ranges, 'tier').every((tier) =>
    startsOf(ranges, 'amount').every((amount) =>
      ranges.some(
        ({ line }) =>
          from(line, 'tier') <= tier &&
          tier < until(line, 'tier') &&
          from(line, 'amount') <= amount &&
          amount < until(line, 'amount'),
      ),
    ),
  )
