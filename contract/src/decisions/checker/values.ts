import {
  type Condition,
  lots,
  type RuleName,
  ruleTypeOf,
  type SingleValue,
  spanOf,
} from '../conditions/condition.rules.ts'

/** Sets of the values that one rule can have. Missing is a value like any other, which equals nothing. */
export type Values = Numbers | Words

/** Whole numbers, as sorted spans that do not touch. */
interface Numbers {
  readonly missing: boolean
  readonly spans: readonly Span[]
}
type Span = readonly [number, number]

/** These words, or all but these. Flags are words too. */
interface Words {
  readonly missing: boolean
  readonly isAllBut: boolean
  readonly words: ReadonlySet<string>
  /** How many words there are in all. Undefined: without end. */
  readonly size: number | undefined
}

export const isNumbers = (values: Values): values is Numbers => 'spans' in values

const bounds: Partial<Record<RuleName, Span>> = {
  amount: [0, Number.MAX_SAFE_INTEGER],
  card_bin: [10_000_000, 99_999_999],
  random: [0, lots - 1],
}

/** The number of words or spans that describe it. */
export const membersOf = (values: Values): number => (isNumbers(values) ? values.spans.length : values.words.size)

export function everything(name: RuleName): Values {
  const { kind, mayBeMissing: missing, values } = ruleTypeOf(name)
  const span = bounds[name]
  if (span) return { missing, spans: [span] }
  return { missing, isAllBut: true, words: new Set(), size: kind === 'boolean' ? 2 : values?.length }
}

/** Only these words, for what is known of every payment. */
export const only = (name: RuleName, words: readonly string[]): Words => ({
  missing: false,
  isAllBut: false,
  words: new Set(words),
  size: sizeOf(name),
})

/** Only payments that lack it. */
export const onlyMissing = (name: RuleName): Values =>
  bounds[name] ? { missing: true, spans: [] } : { ...only(name, []), missing: true }

const sizeOf = (name: RuleName): number | undefined => {
  const all = everything(name)
  return isNumbers(all) ? undefined : all.size
}

export function isEmpty(values: Values): boolean {
  if (values.missing) return false
  if (isNumbers(values)) return values.spans.length === 0
  return values.words.size === (values.isAllBut ? values.size : 0)
}

/** What is in both. */
export function meet(a: Values, b: Values): Values {
  const missing = a.missing && b.missing
  if (isNumbers(a) && isNumbers(b)) return { missing, spans: spansInBoth(a.spans, b.spans) }
  if (isNumbers(a) || isNumbers(b)) throw new TypeError('numbers and words are of different rules')
  if (a.isAllBut && b.isAllBut) return { ...a, missing, words: new Set([...a.words, ...b.words]) }
  const [these, others] = a.isAllBut ? [b, a] : [a, b]
  const words = [...these.words].filter((word) => others.words.has(word) !== others.isAllBut)
  return { ...these, missing, words: new Set(words) }
}

function spansInBoth(a: readonly Span[], b: readonly Span[]): Span[] {
  const both: Span[] = []
  let [here, there] = [0, 0]
  for (;;) {
    const [one, other] = [a[here], b[there]]
    if (!one || !other) return both
    const [from, to] = [Math.max(one[0], other[0]), Math.min(one[1], other[1])]
    if (from <= to) both.push([from, to])
    if (one[1] < other[1]) here += 1
    else there += 1
  }
}

/** True when something is in both. `a` undefined: everything. Makes no third set, and ends at the first that is in both. */
export function touches(a: Values | undefined, b: Values): boolean {
  if (!a || (a.missing && b.missing)) return true
  if (isNumbers(a) && isNumbers(b)) return touchSomewhere(a.spans, b.spans)
  if (isNumbers(a) || isNumbers(b) || (a.isAllBut && b.isAllBut)) return !isEmpty({ ...meet(a, b), missing: false })
  const [these, others] = a.isAllBut ? [b, a] : [a, b]
  for (const word of these.words) if (others.words.has(word) !== others.isAllBut) return true
  return false
}

function touchSomewhere(a: readonly Span[], b: readonly Span[]): boolean {
  let [here, there] = [0, 0]
  for (;;) {
    const [one, other] = [a[here], b[there]]
    if (!one || !other) return false
    if (one[1] < other[0]) here += 1
    else if (other[1] < one[0]) there += 1
    else return true
  }
}

/** What is not in it. */
export function outside(name: RuleName, values: Values): Values {
  const all = everything(name)
  const missing = all.missing && !values.missing
  if (!isNumbers(values)) return { ...values, missing, isAllBut: !values.isAllBut }
  const spans: Span[] = []
  const [first, last] = bounds[name] ?? [0, 0]
  let next = first
  for (const [from, to] of values.spans) {
    if (next < from) spans.push([next, from - 1])
    next = to + 1
  }
  if (next <= last) spans.push([next, last])
  return { missing, spans }
}

/** True: all of a is in b. Makes no third set, and ends at the first that is not. */
export function isWithin(a: Values, b: Values): boolean {
  if (a.missing && !b.missing) return false
  if (isNumbers(a) && isNumbers(b)) return spansWithin(a.spans, b.spans)
  if (isNumbers(a) || isNumbers(b)) throw new TypeError('numbers and words are of different rules')
  if (!a.isAllBut) return every(a.words, (word) => b.words.has(word) !== b.isAllBut)
  if (b.isAllBut) return every(b.words, (word) => a.words.has(word))
  if (a.size === undefined) return false
  let named = a.words.size
  for (const word of b.words) if (!a.words.has(word)) named += 1
  return named === a.size
}

function spansWithin(a: readonly Span[], b: readonly Span[]): boolean {
  let there = 0
  for (const [from, to] of a) {
    while ((b[there]?.[1] ?? Number.POSITIVE_INFINITY) < from) there += 1
    const other = b[there]
    if (!other || from < other[0] || other[1] < to) return false
  }
  return true
}

function every(words: ReadonlySet<string>, isSo: (word: string) => boolean): boolean {
  for (const word of words) if (!isSo(word)) return false
  return true
}

/** The values for which a condition holds. */
export function meant({ name, operator, value }: Condition): Values {
  if (operator === '!=') return outside(name, meant({ name, operator: '==', value }))
  if (operator === 'NOT_IN') return outside(name, meant({ name, operator: 'IN', value }))
  const asked = Array.isArray(value) ? (value as readonly SingleValue[]) : [value as SingleValue]
  const span = bounds[name]
  if (!span) return only(name, asked.map(String))
  const spans = asked.map((each) => meantSpan(operator, spanOf(name, Number(each)), span))
  return { missing: false, spans: spansInBoth([span], joined(spans)) }
}

function meantSpan(operator: Condition['operator'], [from, to]: Span, [lowest, highest]: Span): Span {
  switch (operator) {
    case '>':
      return [to + 1, highest]
    case '>=':
      return [from, highest]
    case '<':
      return [lowest, from - 1]
    case '<=':
      return [lowest, to]
    default:
      return [from, to]
  }
}

function joined(spans: readonly Span[]): Span[] {
  const sorted = spans.filter(([from, to]) => from <= to).sort(([a], [b]) => a - b)
  const apart: [number, number][] = []
  for (const [from, to] of sorted) {
    const last = apart.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else apart.push([from, to])
  }
  return apart
}
