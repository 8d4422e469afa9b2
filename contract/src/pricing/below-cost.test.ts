import { describe, expect, it } from 'vitest'
import { linesBelowCost } from './below-cost.ts'
import { newLine } from './new-line.ts'
import { feeOf, type Line, winner } from './price.rules.ts'

const card = { product: 'card' } as const
const found = (lines: readonly Line[], costs: readonly Line[]) =>
  linesBelowCost(lines, costs).map(({ line, cost_line, from, until }) => ({ line, cost_line, from, until }))

describe('a price below its cost', () => {
  it('is one whose percentage or fixed amount is below, from the amount at which it begins to the one at which it ends', () => {
    const costs = [newLine({ fixed: 4, ppm: 5_000 })]
    expect(found([newLine({ fixed: 10, ppm: 12_000 })], costs)).toEqual([])
    // 0.10 + 0.2 % against 0.04 + 0.5 %: equal at 20.00.
    expect(found([newLine({ fixed: 10, ppm: 2_000 })], costs)).toEqual([
      { line: 1, cost_line: 1, from: 2_001, until: null },
    ])
    // 0 + 1.3 % against 0.04 + 0.5 %: equal at 5.00.
    expect(found([newLine({ ppm: 13_000 })], costs)).toEqual([{ line: 1, cost_line: 1, from: 1, until: 500 }])
    expect(found([newLine()], costs)).toEqual([{ line: 1, cost_line: 1, from: 1, until: null }])
    expect(found([newLine({ fixed: 4, ppm: 5_000 })], costs)).toEqual([])
  })

  it('begins where a maximum is reached, and ends where a minimum no longer helps', () => {
    const costs = [newLine({ fixed: 4, ppm: 5_000 })]
    // 25.00 at most covers 0.04 + 0.5 % up to 4,992.00.
    expect(found([newLine({ fixed: 10, ppm: 10_000, maximum: 2_500 })], costs)).toEqual([
      { line: 1, cost_line: 1, from: 499_201, until: null },
    ])
    // 0.3 %, 1.00 at least: 0.04 + 0.5 % is more from 192.01 on.
    expect(found([newLine({ ppm: 3_000, minimum: 100 })], costs)).toEqual([
      { line: 1, cost_line: 1, from: 19_201, until: null },
    ])
    // A cost with a maximum: 1 % up to 2.00 against 0.50 + 0.5 % is more between 100.00 and 300.00.
    expect(found([newLine({ fixed: 50, ppm: 5_000 })], [newLine({ ppm: 10_000, maximum: 200 })])).toEqual([
      { line: 1, cost_line: 1, from: 10_001, until: 30_000 },
    ])
  })

  it('counts only for payments that both lines win', () => {
    const lines = [
      newLine({ fixed: 25, ppm: 29_000 }),
      newLine({ ...card, ppm: 1_000 }),
      newLine({ ...card, holder: 'commercial', ppm: 30_000 }),
    ]
    const costs = [newLine({ ppm: 500 }), newLine({ ...card, holder: 'commercial', ppm: 20_000 })]
    // A card of 0.1 % would be below the cost of commercial ones, but another line prices these.
    expect(found(lines, costs)).toEqual([])
    expect(found(lines.slice(0, 2), costs)).toEqual([{ line: 2, cost_line: 2, from: 1, until: null }])
    expect(linesBelowCost(lines.slice(0, 2), costs)[0]?.payments).toMatchObject({
      product: 'card',
      holder: 'commercial',
    })
    expect(found([newLine({ event: 'refund' })], [newLine({ fixed: 9 })])).toEqual([])
    expect(found([newLine({ currency_code: 'EUR' })], [newLine({ currency_code: 'GBP', fixed: 9 })])).toEqual([])
  })

  it('may be below the cost of one gateway alone', () => {
    const costs = [newLine({ fixed: 4 }), newLine({ gateway: 'adyen', fixed: 12 })]
    expect(found([newLine({ fixed: 10 })], costs)).toEqual([{ line: 1, cost_line: 2, from: 1, until: null }])
    expect(linesBelowCost([newLine({ ...card, fixed: 10 })], costs)[0]?.payments).toMatchObject({
      gateway: 'adyen',
      product: 'card',
    })
  })

  it('counts only for amounts and tiers that both lines win', () => {
    const lines = [
      newLine({ fixed: 100 }),
      newLine({ fixed: 1, amount_from: 5_000, amount_until: 10_000 }),
      newLine({ fixed: 2, amount_from: 10_000 }),
    ]
    const costs = [newLine({ fixed: 5 }), newLine({ fixed: 0, amount_from: 7_500, amount_until: 12_000 })]
    expect(found(lines, costs)).toEqual([
      { line: 2, cost_line: 1, from: 5_000, until: 7_500 },
      { line: 3, cost_line: 1, from: 12_000, until: null },
    ])
    const tiered = [newLine({ fixed: 10, tier_until: 100 }), newLine({ fixed: 3, tier_from: 100 })]
    expect(found(tiered, [newLine({ fixed: 5 })])).toEqual([{ line: 2, cost_line: 1, from: 1, until: null }])
  })

  it('is compared with the cost that is left when a line passes on a part of it', () => {
    const costs = [newLine({ fixed: 4, ppm: 5_000, interchange_ppm: 2_000, scheme_fees_ppm: 450 })]
    const markup = { fixed: 4, ppm: 2_550 }
    const some = { line: 1, cost_line: 1, from: 1, until: null }
    expect(found([newLine({ ...markup, passes_on: 'interchange_and_scheme_fees' })], costs)).toEqual([])
    expect(found([newLine({ ...markup, passes_on: 'interchange' })], costs)).toEqual([some])
    expect(found([newLine({ ...markup, fixed: 3, passes_on: 'interchange_and_scheme_fees' })], costs)).toEqual([some])
  })

  it('is the same as asking for every amount, for lines by chance', () => {
    const pick = <T>(...of: T[]): T => of[Math.floor(Math.random() * of.length)] as T
    const some = (most: number) => Math.floor(Math.random() * most)
    const lineByChance = () =>
      newLine({
        ...{ product: pick(null, 'card', 'ideal'), holder: pick(null, null, 'commercial'), domestic: pick(null, true) },
        ...{ fixed: some(40), ppm: some(40_000), minimum: pick(null, some(60)), maximum: pick(null, 60 + some(60)) },
      })
    for (let n = 0; n < 60; n += 1) {
      const [lines, costs] = [
        [newLine({ fixed: some(30), ppm: some(20_000) }), lineByChance(), lineByChance()],
        [newLine({ fixed: some(30), ppm: some(20_000) }), lineByChance(), lineByChance()],
      ]
      const below = linesBelowCost(lines, costs)
      for (const product of [null, 'card', 'ideal'])
        for (const holder of [null, 'commercial'])
          for (const domestic of [null, true])
            for (let amount = 1; amount < 6_000; amount += 97) {
              const payment = { ...newLine({ product, holder, domestic }), currency_code: 'EUR', amount, volume: 0 }
              const [won, cost] = [winner(lines, payment)?.line, winner(costs, payment)?.line]
              if (!won || !cost) continue
              const numbers = [lines.indexOf(won) + 1, costs.indexOf(cost) + 1]
              const isNamed = below.some(
                (each) =>
                  each.line === numbers[0] &&
                  each.cost_line === numbers[1] &&
                  amount >= each.from &&
                  (each.until === null || amount < each.until),
              )
              const short = feeOf(amount, cost) - feeOf(amount, won)
              // Rounding of both may make a minor unit of a difference that is none, and hide one.
              if (short > 1n) expect({ isNamed, lines, costs, amount }).toMatchObject({ isNamed: true })
              if (short < -1n) expect({ isNamed, lines, costs, amount }).toMatchObject({ isNamed: false })
            }
    }
  })
})
