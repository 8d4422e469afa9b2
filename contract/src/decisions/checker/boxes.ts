import { type Condition, type RuleName, ruleTypeOf, type SingleValue } from '../conditions/condition.rules.ts'
import { everything, isEmpty, isNumbers, isWithin, meant, meet, outside, touches, type Values } from './values.ts'

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
  namesIn(b).every((name) => isWithin(name, valuesIn(a, name), valuesIn(b, name)))

/** The same payments, whatever lot they draw. */
export const withoutLot = ({ random: _, ...facts }: Box): Box => facts

/** True: a lot decides who is in it. */
export const isByLot = ({ random }: Box): boolean =>
  random !== undefined && !isWithin('random', everything('random'), random)

/** The number of boxes that `without` leaves. */
const piecesOf = (a: Box, b: Box): number =>
  namesIn(b).filter((name) => !isWithin(name, valuesIn(a, name), valuesIn(b, name))).length

/** Payments that may come somewhere: those of a box, but for those of other boxes. `free`: some of them that are known. */
export interface Region {
  readonly box: Box
  readonly but: readonly Box[]
  readonly free?: Box | undefined
}

/** The most steps of one search. The question takes exponential time in the worst case. */
const mostSteps = 100_000

/** Some of a region's payments; undefined: there are none; null: the search took too long to tell. */
export function someOf(region: Region): Box | undefined | null {
  if (region.free) return region.free
  const steps = { left: mostSteps }
  const found = search(region, steps)
  return steps.left < 0 ? null : found
}

/** Takes away one exception after the other, those first that leave least to look at, until a box is free of all. */
function search({ box, but }: Region, steps: { left: number }): Box | undefined {
  steps.left -= 1
  if (steps.left < 0) return undefined
  const near = but.filter((each) => overlaps(box, each))
  const [next] = near.map((each) => ({ each, pieces: piecesOf(box, each) })).sort((a, b) => a.pieces - b.pieces)
  if (!next) return box
  if (next.pieces === 0) return undefined
  const rest = near.filter((each) => each !== next.each)
  for (const piece of without(box, next.each)) {
    const found = search({ box: piece, but: rest }, steps)
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
