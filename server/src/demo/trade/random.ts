/** Seeded random numbers (sfc32): the same seed gives the same demo. Each merchant has its own stream. */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  next(): number
  chance(probability: number): boolean
  /** Both ends included. */
  integer(from: number, to: number): number
  between(from: number, to: number): number
  pick<T>(choices: readonly T[]): T
  /** Picks a key with a probability in proportion to its weight. */
  weighted<T extends string>(weights: Readonly<Partial<Record<T, number>>>): T
  /** Around 1, skewed to the right as prices are. */
  logNormal(sigma: number): number
  /** A UUIDv7 of that instant. */
  id(instant: number): string
}

export function seeded(seed: string): Random {
  const uint32 = sfc32(seed)
  const next = () => uint32() / 2 ** 32
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    between: (from, to) => from + next() * (to - from),
    pick: (choices) => {
      const choice = choices[integer(0, choices.length - 1)]
      if (choice === undefined) throw new RangeError('nothing to pick from')
      return choice
    },
    weighted: (weights) => pickWeighted(weights, next()),
    logNormal: (sigma) => Math.exp(sigma * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())),
    id: (instant) => uuidv7(instant, uint32),
  }
}

function pickWeighted<T extends string>(weights: Readonly<Partial<Record<T, number>>>, at: number): T {
  let total = 0
  for (const key in weights) total += weights[key] ?? 0
  let rest = at * total
  for (const key in weights) {
    rest -= weights[key] ?? 0
    if (rest < 0) return key
  }
  throw new RangeError('nothing to pick from')
}

function uuidv7(instant: number, uint32: () => number): string {
  const time = instant.toString(16).padStart(12, '0')
  const [a, b, c] = [uint32(), uint32(), uint32()].map((part) => part.toString(16).padStart(8, '0')) as [
    string,
    string,
    string,
  ]
  const variant = '89ab'.charAt(uint32() >>> 30)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${a.slice(0, 3)}-${variant}${a.slice(3, 6)}-${b}${c.slice(0, 4)}`
}

function sfc32(seed: string): () => number {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1]
  for (const character of seed) a = Math.imul(a ^ character.charCodeAt(0), 0x01000193)
  const next = () => {
    const result = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + result
    return result >>> 0
  }
  for (let round = 0; round < 15; round += 1) next()
  return next
}
