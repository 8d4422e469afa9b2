import { mannWhitney } from './figures/mann-whitney.ts'
import { isHeavy } from './heavy.ts'

interface Times {
  p: number
  /** Milliseconds. */
  medians: [number, number]
}

const samples = isHeavy ? 1000 : 300
const warmUp = 10

/**
 * Measures both in turn, alternating which is first, so that other work of the machine affects both. One comparison in
 * a hundred is below 0.01 by chance, three in a row one in a million. A busy machine may move a median once; a real
 * difference shows every time.
 */
export async function compareUntilEqual(one: Ask, other: Ask): Promise<Times> {
  let found = await compare(one, other)
  for (let again = 0; !areEqual(found) && again < 2; again++) found = await compare(one, other)
  return found
}

/** Gets the number of the try, from 0. */
type Ask = (index: number) => Promise<unknown>

/** On a busy machine the medians of equal times differ by more than a millisecond as well. */
export const areEqual = ({ p, medians: [one, other] }: Times): boolean =>
  p > 0.01 && Math.abs(one - other) < Math.max(1, Math.min(one, other) / 4)

export const saidOf = (name: string, { p, medians }: Times): string =>
  `${name}: medians ${medians.map((each) => each.toFixed(2)).join(' and ')} ms, p = ${p.toFixed(3)}`

async function compare(one: Ask, other: Ask): Promise<Times> {
  const sides = [one, other].map((ask) => ({ ask, times: [] as number[] })) as [Side, Side]
  for (let index = 0; index < samples + warmUp; index++) {
    for (const { ask, times } of index % 2 === 0 ? sides : sides.toReversed()) {
      const from = performance.now()
      await ask(index)
      if (index >= warmUp) times.push(performance.now() - from)
    }
  }
  const [first, second] = sides.map(({ times }) => times) as [number[], number[]]
  return { p: mannWhitney(first, second), medians: [median(first), median(second)] }
}

type Side = { ask: Ask; times: number[] }

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
