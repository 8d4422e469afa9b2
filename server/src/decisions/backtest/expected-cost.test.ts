import { describe, expect, it } from 'vitest'
import { type Costing, expectedCosts } from './expected-cost.ts'

/** Payments of these amounts at a processor that takes a fixed amount and a part. */
function costing(at: string, amounts: readonly number[], fixed: number, part: number, priced = 'visa'): Costing {
  const costs = amounts.map((amount) => Math.round(fixed + amount * part))
  const sum = (of: (amount: number, cost: number) => number) =>
    amounts.reduce((all, amount, n) => all + of(amount, costs[n] ?? 0), 0)
  return {
    ...{ at, priced, currency_code: 'EUR', count: amounts.length, amount: sum((amount) => amount) },
    ...{ amount_squared: sum((amount) => amount ** 2), cost: sum((_, cost) => cost) },
    amount_by_cost: sum((amount, cost) => amount * cost),
  }
}
const amounts = (count: number, least: number) => Array.from({ length: count }, (_, n) => least + n * 137)

describe('what moved payments would cost', () => {
  it('is what payments like them cost at the other processor, also if those are of other sizes', () => {
    const here = costing('a', amounts(10, 1_000), 10, 0.02)
    const there = costing('b', amounts(200, 5_000), 5, 0.01)
    const [found] = expectedCosts([{ ...here, to: 'b' }], [here, there])
    expect(found).toMatchObject({ currency_code: 'EUR', payments: 10, before: 423n })
    // 10 × 0.05, and a hundredth of 16,165.
    expect(Math.abs(Number(found?.after) - 212)).toBeLessThanOrEqual(3)
  })

  it('is the same where both cost the same', () => {
    const here = costing('a', amounts(300, 500), 4, 0.005)
    const [found] = expectedCosts([{ ...here, to: 'b' }], [here, costing('b', amounts(80, 9_000), 4, 0.005)])
    expect(Math.abs(Number((found?.after ?? 0n) - (found?.before ?? 0n)))).toBeLessThanOrEqual(10)
  })

  it('is unknown where fewer than thirty are like them', () => {
    const here = costing('a', amounts(50, 500), 4, 0.005)
    const few = costing('b', amounts(29, 500), 4, 0.005)
    const other = costing('b', amounts(90, 500), 4, 0.005, 'amex')
    expect(expectedCosts([{ ...here, to: 'b' }], [here, few, other])).toEqual([])
  })

  it('is an average where all amounts are one', () => {
    const here = costing('a', [1_000, 1_000], 10, 0)
    const there = costing(
      'b',
      Array.from({ length: 40 }, () => 1_000),
      7,
      0,
    )
    expect(expectedCosts([{ ...here, to: 'b' }], [here, there])).toEqual([
      { currency_code: 'EUR', payments: 2, before: 20n, after: 14n },
    ])
  })
})
