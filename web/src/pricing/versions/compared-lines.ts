import { costPartNames, type Line, priceDimensions } from '@kontor/contract/pricing/price.rules'

/** A line that differs between two versions: undefined where a version has none that names the same. */
export interface ComparedLine {
  readonly key: string
  readonly before: Line | undefined
  readonly after: Line | undefined
}

const namesOf = (line: Line): string =>
  JSON.stringify([
    ...[line.event, ...priceDimensions.map((name) => line[name])],
    ...[line.amount_from, line.amount_until, line.tier_from, line.tier_until],
  ])

const priceOf = ({ fixed, ppm, minimum, maximum, passes_on, text_nl, text_en, ...line }: Line): string =>
  JSON.stringify([
    fixed,
    ppm,
    minimum,
    maximum,
    passes_on,
    text_nl,
    text_en,
    ...costPartNames.map((name) => line[name]),
  ])

/** The lines with another price or text, and those that only one of the versions has; their numbers say nothing. */
export function comparedLines(before: readonly Line[], after: readonly Line[]): ComparedLine[] {
  const [old, present] = [before, after].map((lines) => new Map(lines.map((line) => [namesOf(line), line])))
  const keys = new Set([...after, ...before].map(namesOf))
  return [...keys]
    .map((key) => ({ key, before: old?.get(key), after: present?.get(key) }))
    .filter((each) => !each.before || !each.after || priceOf(each.before) !== priceOf(each.after))
}
