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

/** A sum as a number, where one holds it. What has many sums makes them so at once, and `onWire` then copies nothing. */
export const asNumber = (sum: bigint): number | bigint => (isSafe(sum) ? Number(sum) : sum)

/** The same value, if nothing is to be replaced: reports have ten thousands of objects. */
function replaced(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? replacedInList(value) : replacedInObject(value)
}

function replacedInList(list: readonly unknown[]): readonly unknown[] {
  const items = list.map(replaced)
  return items.every((item, at) => item === list[at]) ? list : items
}

function replacedInObject(value: object): object {
  let copy: Record<string, unknown> | undefined
  let beyond: Record<string, string> | undefined
  // Without a list of entries, which would be a third of the time.
  for (const name of Object.keys(value)) {
    const one: unknown = Reflect.get(value, name)
    const isBeyond = typeof one === 'bigint' && !isSafe(one)
    const other = isBeyond ? null : replaced(one)
    if (other === one) continue
    copy ??= { ...value }
    copy[name] = other
    if (isBeyond) beyond = { ...beyond, [name]: String(one) }
  }
  return beyond ? { ...copy, too_large: beyond } : (copy ?? value)
}

const most = BigInt(Number.MAX_SAFE_INTEGER)
const isSafe = (value: bigint) => value <= most && value >= -most
