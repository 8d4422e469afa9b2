import { type Line, maskOf, type PriceDimension, type PriceEvent, priceDimensions, wholePpm } from './price.rules.ts'

export const lineProblemCodes = [
  'default_missing',
  'overlap',
  'hole',
  'range_empty',
  'minimum_above_maximum',
  'percentage_out_of_range',
  'currency_missing',
  'currency_differs',
  'no_card',
  'never_wins',
] as const
export type LineProblemCode = (typeof lineProblemCodes)[number]

/** Why lines cannot be activated. `lines` are their numbers, from 1. Amounts are minor units of `currency_code`. */
export interface LineProblem {
  readonly code: LineProblemCode
  readonly lines: readonly number[]
  readonly event: PriceEvent
  /** Of a hole: the amounts for which there is no line. */
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
  ]
}

/** Lines of one event that name the same values; they differ by their amounts at most. */
const namesOf = ({ line }: Placed): string => JSON.stringify([line.event, ...priceDimensions.map((name) => line[name])])

const cardDimensions: readonly PriceDimension[] = ['brand', 'holder', 'funding', 'region', 'domestic']

/** Bancontact is paid by a card too. */
const cardProducts: readonly (string | null)[] = [null, 'card', 'bancontact']

function problemsOf({ line, number }: Placed, currency: string | null): LineProblem[] {
  const { event } = line
  const found: LineProblem['code'][] = []
  const own = line.currency_code ?? currency
  if (line.ppm < 0 || line.ppm > wholePpm) found.push('percentage_out_of_range')
  if (line.minimum !== null && line.maximum !== null && line.minimum > line.maximum) found.push('minimum_above_maximum')
  if (line.amount_until !== null && line.amount_until <= (line.amount_from ?? 0)) found.push('range_empty')
  if (own === null && hasMoney(line)) found.push('currency_missing')
  if (currency !== null && own !== currency) found.push('currency_differs')
  if (cardDimensions.some((name) => line[name] !== null) && !cardProducts.includes(line.product)) found.push('no_card')
  return found.map((code) => ({ code, lines: [number], event }))
}

const hasMoney = (line: Line): boolean =>
  line.fixed > 0 || [line.minimum, line.maximum, line.amount_from, line.amount_until].some((each) => each !== null)

/** Overlaps, holes, and a line without amounts that lines with amounts leave nothing to. */
function rangeProblems(group: readonly Placed[], currency: string | null): LineProblem[] {
  const whole = group.filter((each) => !isRange(each))
  // An empty range is a problem of its own.
  const ranges = group.filter((each) => isRange(each) && from(each) < until(each))
  const event = group[0]?.line.event ?? 'capture'
  const sorted = ranges.toSorted((one, other) => from(one) - from(other) || one.number - other.number)
  const found: LineProblem[] = []
  if (whole.length > 1) found.push({ code: 'overlap', lines: whole.map(({ number }) => number), event })
  // The line of the amounts so far that reaches furthest.
  let before: Placed | undefined
  for (const each of sorted) {
    if (before && from(each) < until(before))
      found.push({ code: 'overlap', lines: [before.number, each.number].toSorted((a, b) => a - b), event })
    else if (before && from(each) > until(before) && whole.length === 0)
      found.push({
        code: 'hole',
        lines: [before.number, each.number],
        event,
        from: until(before),
        until: from(each),
        currency_code: each.line.currency_code ?? currency,
      })
    if (!before || until(each) > until(before)) before = each
  }
  if (before && whole.length > 0 && coversAll(sorted))
    found.push({ code: 'never_wins', lines: whole.map(({ number }) => number), event })
  return found
}

const isRange = ({ line }: Placed): boolean => line.amount_from !== null || line.amount_until !== null
const from = ({ line }: Placed): number => line.amount_from ?? 0
const until = ({ line }: Placed): number => line.amount_until ?? Number.POSITIVE_INFINITY

function coversAll(sorted: readonly Placed[]): boolean {
  let reached = 0
  for (const each of sorted) if (from(each) <= reached) reached = Math.max(reached, until(each))
  return reached === Number.POSITIVE_INFINITY
}
