/** Of a reply: sums may be of any size, as long as they are in here. */
export type Exact<T> = T extends number
  ? T | bigint
  : T extends readonly (infer I)[]
    ? readonly Exact<I>[]
    : T extends object
      ? { [K in keyof T]: Exact<T[K]> }
      : T

/** As it travels (contract/src/sums.ts): what no JSON number holds is null, and stands beside it as text. */
export function onWire<T>(value: Exact<T>): T {
  // What is left of the one is of the shape of the other: only big integers are replaced.
  return replaced(value) as T
}

function replaced(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(replaced)
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const beyond = entries.flatMap(([name, one]) =>
    typeof one === 'bigint' && !isSafe(one) ? [[name, String(one)]] : [],
  )
  const fields = entries.map(([name, one]) => [name, typeof one === 'bigint' && !isSafe(one) ? null : replaced(one)])
  return Object.fromEntries(beyond.length === 0 ? fields : [...fields, ['too_large', Object.fromEntries(beyond)]])
}

const most = BigInt(Number.MAX_SAFE_INTEGER)
const isSafe = (value: bigint) => value <= most && value >= -most
