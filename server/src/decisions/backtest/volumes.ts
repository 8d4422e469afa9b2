interface Counted {
  currency_code: string
  count: number
  /** Minor units: a sum of any size. */
  amount: string
}

/** Numbers and sums by currency, the largest number first. */
export function volumesOf(rows: readonly Counted[]) {
  const found = new Map<string, { count: number; volume: bigint }>()
  for (const { currency_code, count, amount } of rows) {
    if (count === 0) continue
    const had = found.get(currency_code) ?? { count: 0, volume: 0n }
    found.set(currency_code, { count: had.count + count, volume: had.volume + BigInt(amount) })
  }
  return [...found]
    .map(([currency_code, sums]) => ({ currency_code, ...sums }))
    .sort((a, b) => b.count - a.count || a.currency_code.localeCompare(b.currency_code))
}

export const total = <T>(rows: readonly T[], numberOf: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + numberOf(row), 0)

/** The rows by a key, in the order of their first row. */
export function groupsOf<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = found.get(key)
    if (group) group.push(row)
    else found.set(key, [row])
  }
  return found
}
