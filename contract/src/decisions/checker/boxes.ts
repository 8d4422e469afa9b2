import { type Condition, type RuleName, ruleTypeOf, type SingleValue } from '../conditions/condition.rules.ts'
import {
  everything,
  isEmpty,
  isNumbers,
  isWithin,
  meant,
  meet,
  membersOf,
  outside,
  touches,
  type Values,
} from './values.ts'

/** The payments each of whose facts is in the set of its rule. A rule that is not named is free. */
export type Box = Partial<Record<RuleName, Values>>

const namesIn = (box: Box) => Object.keys(box) as RuleName[]
const valuesIn = (box: Box, name: RuleName): Values => box[name] ?? everything(name)

/** Undefined: no payment is in it. */
export function narrowed(box: Box, name: RuleName, values: Values): Box | undefined {
  const met = meet(valuesIn(box, name), values)
  return isEmpty(met) ? undefined : { ...box, [name]: met }
}

/** The payments for which all conditions hold. */
export const boxOf = (conditions: readonly Condition[]): Box | undefined =>
  conditions.reduce<Box | undefined>((box, condition) => box && narrowed(box, condition.name, meant(condition)), {})

/** What is left of a without b, as boxes that do not overlap. */
export function* without(a: Box, b: Box): Generator<Box> {
  let rest: Box | undefined = a
  for (const name of namesIn(b)) {
    if (!rest) return
    const values = valuesIn(b, name)
    const off = narrowed(rest, name, outside(name, values))
    if (off) yield off
    rest = narrowed(rest, name, values)
  }
}

export const overlaps = (a: Box, b: Box): boolean => namesIn(b).every((name) => touches(a[name], valuesIn(b, name)))

/** What is in both; undefined: no payment is. */
export const met = (a: Box, b: Box): Box | undefined =>
  namesIn(b).reduce<Box | undefined>((box, name) => box && narrowed(box, name, valuesIn(b, name)), a)

/** True: all of a is in b. */
export const isInside = (a: Box, b: Box): boolean =>
  namesIn(b).every((name) => isWithin(valuesIn(a, name), valuesIn(b, name)))

/** The same payments, whatever lot they draw. */
export const withoutLot = ({ random: _, ...facts }: Box): Box => facts

/** True: a lot decides who is in it. */
export const isByLot = ({ random }: Box): boolean => random !== undefined && !isWithin(everything('random'), random)

/** The number of sets, words and spans that a look at it has to go through. */
const sizeOf = (box: Box): number => namesIn(box).reduce((size, name) => size + 1 + membersOf(valuesIn(box, name)), 0)

/** The number of boxes that `without` leaves. */
const piecesOf = (a: Box, b: Box): number =>
  namesIn(b).filter((name) => !isWithin(valuesIn(a, name), valuesIn(b, name))).length

/** Payments that may come somewhere: those of a box, but for those of other boxes. `free`: some of them that are known. */
export interface Region {
  readonly box: Box
  readonly but: readonly Box[]
  readonly free?: Box | undefined
}

/** The looks that are left to searches. All searches of one check share it, because one of them takes exponential time at worst. */
export interface Effort {
  left: number
}

/** Some 60 ms at worst. Trees of amounts and countries, 200 branches behind each other, need half of it. */
export const effortOfCheck = (): Effort => ({ left: 250_000 })

/** Some of a region's payments; undefined: there are none; null: the effort ended before it was known. */
export function someOf(region: Region, effort: Effort): Box | undefined | null {
  if (region.free) return region.free
  return search(region, effort) ?? (effort.left < 0 ? null : undefined)
}

/** Takes away one exception after the other, those first that leave least to look at, until a box is free of all. */
function search({ box, but }: Region, effort: Effort): Box | undefined {
  const size = sizeOf(box)
  effort.left -= size + but.length
  if (effort.left < 0) return undefined
  const near = but.filter((each) => overlaps(box, each))
  let next: { each: Box; pieces: number } | undefined
  for (const each of near) {
    // Most comparisons end at their first value.
    effort.left -= 1 + ((size + sizeOf(each)) >> 4)
    const pieces = piecesOf(box, each)
    if (!next || pieces < next.pieces) next = { each, pieces }
  }
  if (!next) return box
  if (next.pieces === 0) return undefined
  const { each: first } = next
  const rest = near.filter((each) => each !== first)
  for (const piece of without(box, first)) {
    const found = search({ box: piece, but: rest }, effort)
    if (found) return found
  }
  return undefined
}

/** A value of each rule that a box narrows, as far as one can be named. Null: missing. */
export type Example = Partial<Record<RuleName, SingleValue | null>>

export function exampleIn(box: Box): Example {
  const named = namesIn(box).map((name) => [name, oneOf(name, valuesIn(box, name))] as const)
  return Object.fromEntries(named.filter(([, value]) => value !== undefined))
}

function oneOf(name: RuleName, values: Values): SingleValue | null | undefined {
  const { kind, values: all = [] } = ruleTypeOf(name)
  if (isNumbers(values)) {
    const [first] = values.spans
    return first ? (kind === 'percentage' ? first[0] / 100 : first[0]) : null
  }
  const known = kind === 'boolean' ? ['true', 'false'] : all
  const word = values.isAllBut ? known.find((each) => !values.words.has(each)) : [...values.words][0]
  if (word === undefined) return values.missing ? null : undefined
  return kind === 'boolean' ? word === 'true' : word
}
