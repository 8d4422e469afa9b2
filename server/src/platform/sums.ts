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

/** Reports have ten thousands of such objects, so each is made at once and without lists of its entries. */
function replaced(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(replaced)
  const fields: Record<string, unknown> = {}
  let beyond: Record<string, string> | undefined
  for (const [name, one] of Object.entries(value)) {
    const isBeyond = typeof one === 'bigint' && !isSafe(one)
    fields[name] = isBeyond ? null : replaced(one)
    if (isBeyond) beyond = { ...beyond, [name]: String(one) }
  }
  if (beyond) fields['too_large'] = beyond
  return fields
}

const most = BigInt(Number.MAX_SAFE_INTEGER)
const isSafe = (value: bigint) => value <= most && value >= -most
