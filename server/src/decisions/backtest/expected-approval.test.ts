import { describe, expect, it } from 'vitest'
import { seeded } from '../../demo/trade/random.ts'
import { type Alike, expectedApproval, type Moving, wilson } from './expected-approval.ts'

const made = (at: string, kind: string, decided: number, approved: number): Alike => ({ at, kind, decided, approved })
const moving = (kind: string, decided: number, approved: number, to = 'B'): Moving => ({
  ...made('A', kind, decided, approved),
  to,
})

describe('the expected approval of moved payments', () => {
  it('compares only payments of one kind, so that other payers are not taken for a better processor', () => {
    // B approves each kind as often as A does, but gets mostly foreign cards.
    const all = [
      made('A', 'NL', 1_000, 900),
      made('A', 'US', 100, 60),
      made('B', 'NL', 100, 90),
      made('B', 'US', 1_000, 600),
    ]
    const found = expectedApproval([moving('NL', 1_000, 900)], all)
    expect(found).toMatchObject({ judged: 1_000, observed: 0.9, expected: 0.9, difference: 0 })
    expect(found?.interval.low).toBeLessThan(-0.04)
    expect(found?.interval.high).toBeGreaterThan(0.04)
  })

  it('judges no kind of which the other processor had fewer than thirty payments', () => {
    expect(expectedApproval([moving('NL', 500, 400)], [made('B', 'NL', 29, 29)])).toBeNull()
    expect(
      expectedApproval(
        [moving('NL', 500, 400), moving('BE', 40, 20)],
        [made('B', 'NL', 29, 29), made('B', 'BE', 30, 30)],
      ),
    ).toMatchObject({ judged: 40, observed: 0.5, expected: 1 })
  })

  it('is not certain of thirty payments that were all approved', () => {
    const found = expectedApproval([moving('NL', 30, 30)], [made('B', 'NL', 30, 30)])
    expect(found?.difference).toBe(0)
    expect(found?.interval.low).toBeLessThan(-0.05)
  })

  it('has the true difference within its interval about nineteen times of twenty', () => {
    const random = seeded('approval')
    const kinds = Array.from({ length: 12 }, (_, number) => ({
      kind: `k${number}`,
      a: 0.6 + number / 40,
      b: 0.65 + number / 40,
    }))
    const approvedOf = (count: number, part: number) =>
      Array.from({ length: count }, () => random.integer(1, 100_000) <= part * 100_000).filter(Boolean).length
    let held = 0
    const rounds = 400
    for (let round = 0; round < rounds; round += 1) {
      const found = expectedApproval(
        kinds.map(({ kind, a }) => moving(kind, 120, approvedOf(120, a))),
        kinds.map(({ kind, b }) => made('B', kind, 60, approvedOf(60, b))),
      )
      if (found && found.interval.low <= 0.05 && found.interval.high >= 0.05) held += 1
    }
    expect(held / rounds).toBeGreaterThan(0.92)
    expect(held / rounds).toBeLessThan(0.99)
  })
})

describe('an interval of a part', () => {
  it('is that of Wilson', () => {
    const { low = 0, high = 0 } = wilson(5, 10) ?? {}
    expect([low, high].map((each) => each.toFixed(3))).toEqual(['0.237', '0.763'])
    expect(wilson(0, 0)).toBeNull()
    expect(wilson(0, 10)?.low).toBe(0)
  })
})
