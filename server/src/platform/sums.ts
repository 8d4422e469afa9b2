/** The type of a reply inside the server, where its sums may be of any size. */
export type Exact<T> = T extends number
  ? T | bigint
  : T extends readonly (infer I)[]
    ? readonly Exact<I>[]
    : T extends object
      ? { [K in keyof T]: Exact<T[K]> }
      : T

/**
 * The reply as it travels (contract/src/sums.ts): a sum that no JSON number holds is null, with a text field beside it.
 */
export function onWire<T>(value: Exact<T>): T {
  // Replacing big integers turns the one shape into the other.
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
