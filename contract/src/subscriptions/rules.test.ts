import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dueDate, isTooLong } from './billing-dates.ts'
import { discountOn, isEligible } from './discount.rules.ts'
import { createDiscountSchemas } from './discount.schemas.ts'
import { planIntervals } from './plan.rules.ts'
import { createPlanSchemas } from './plan.schemas.ts'

describe('the day on which a cycle is due', () => {
  const days = (start: string, interval: 'month' | 'year', count: number) =>
    [1, 2, 3, 4, 5].map((cycle) => dueDate(start, { interval, interval_count: count }, cycle))

  it('of a month that is too short is its last, and of the next one the day that was agreed', () => {
    expect(days('2027-01-31', 'month', 1)).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
    ])
    expect(dueDate('2028-01-31', { interval: 'month', interval_count: 1 }, 2)).toBe('2028-02-29')
    expect(days('2028-02-29', 'year', 1)).toEqual([
      '2028-02-29',
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ])
    expect(dueDate('2026-08-31', { interval: 'month', interval_count: 6 }, 2)).toBe('2027-02-28')
  })

  it('is never in a year of five digits, and the last one within a hundred years', () => {
    expect(dueDate('2027-01-28', { interval: 'year', interval_count: 1_000 }, 300)).toBe('9999-12-31')
    expect(dueDate('2027-01-28', { interval: 'month', interval_count: 1 }, 99_999)).toBe('9999-12-31')
    expect(dueDate('2027-01-28', { interval: 'day', interval_count: 1_000 }, 100_000)).toBe('9999-12-31')
    expect(dueDate('2027-01-28', { interval: 'year', interval_count: 100 }, 80)).toBe('9927-01-28')
    const long = (cycles: number | null) => isTooLong({ interval: 'month', interval_count: 3 }, cycles)
    expect([long(401), long(402), long(null)]).toEqual([false, true, false])
  })

  it('is that of somebody who leafs through the calendar, day by day', () => {
    const start = fc.integer({ min: 0, max: 36_500 }).map((days) => day(Date.UTC(2000, 0, 1 + days)))
    const terms = fc.record({
      interval: fc.constantFrom(...planIntervals),
      interval_count: fc.integer({ min: 1, max: 4 }),
    })
    fc.assert(
      fc.property(start, terms, fc.integer({ min: 1, max: 20 }), (first, { interval, interval_count }, cycle) => {
        const wanted = leafed(first, interval, interval_count * (cycle - 1))
        expect(dueDate(first, { interval, interval_count }, cycle)).toBe(wanted)
      }),
      { numRuns: 60 },
    )
  })
})

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const next = (date: string) => day(Date.parse(date) + 86_400_000)

/** Finds the day without arithmetic on months: it steps through the calendar. */
function leafed(start: string, interval: string, steps: number): string {
  if (interval === 'day' || interval === 'week') {
    let at = start
    for (let turned = 0; turned < steps * (interval === 'week' ? 7 : 1); turned += 1) at = next(at)
    return at
  }
  let first = `${start.slice(0, 8)}01`
  for (let turned = 0; turned < steps * (interval === 'year' ? 12 : 1); turned += 1) {
    const month = first.slice(0, 7)
    while (first.startsWith(month)) first = next(first)
  }
  let at = first
  while (at.slice(8) !== start.slice(8) && next(at).slice(0, 7) === first.slice(0, 7)) at = next(at)
  return at
}

describe('a discount', () => {
  it('is a share, rounded half up to the minor unit, or so much; never more than there is', () => {
    expect(discountOn(1_999, { type: 'percentage', amount: 0.15 })).toBe(300)
    expect(discountOn(10, { type: 'percentage', amount: 0.25 })).toBe(3)
    expect(discountOn(10, { type: 'percentage', amount: 0.2499 })).toBe(2)
    expect(discountOn(999, { type: 'percentage', amount: 1 })).toBe(999)
    expect(discountOn(Number.MAX_SAFE_INTEGER, { type: 'percentage', amount: 1 })).toBe(Number.MAX_SAFE_INTEGER)
    expect(discountOn(500, { type: 'fixed_cents', amount: 600 })).toBe(500)
  })

  it('of a share is exact for every amount and every hundredth of a percent', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 53n - 1n), fc.integer({ min: 1, max: 10_000 }), (amount, share) => {
        const exact = (amount * BigInt(share)) / 10_000n
        const rest = (amount * BigInt(share)) % 10_000n
        const wanted = rest * 2n >= 10_000n ? exact + 1n : exact
        expect(discountOn(Number(amount), { type: 'percentage', amount: share / 10_000 })).toBe(Number(wanted))
      }),
    )
  })

  it('may be chosen when the plan costs enough, and for a first order only before the second cycle', () => {
    const terms = {
      type: 'fixed_cents',
      amount: 1,
      currency_code: null,
      minimum_amount: 1_000,
      limit_to_first_order: true,
    } as const
    const of = { amount: 1_000, currency_code: 'EUR', billing_cycle: 1 }
    expect(isEligible(terms, of)).toBe(true)
    expect(isEligible(terms, { ...of, amount: 999 })).toBe(false)
    expect(isEligible(terms, { ...of, billing_cycle: 2 })).toBe(false)
    expect(isEligible({ ...terms, currency_code: 'EUR' }, of)).toBe(true)
    expect(isEligible({ ...terms, currency_code: 'JPY' }, of)).toBe(false)
  })
})

describe('a plan that tells of statuses', () => {
  const plan = { name: 'Gold', payment_profile: '019a0000-0000-7000-8000-000000000000', amount: 1, interval: 'month' }
  const problems = (given: object) =>
    createPlanSchemas.body.safeParse({ ...plan, ...given }).error?.issues.map(({ message }) => message) ?? []

  it('needs a webhook or an e-mail address', () => {
    const statuses_subscription_update = ['ACTIVE']
    expect(problems({})).toEqual([])
    expect(problems({ statuses_subscription_update })).toContain('webhook_or_email_required')
    expect(problems({ statuses_subscription_update, email_subscription_update: 'a@b.example' })).toEqual([])
    expect(problems({ webhook_subscription_update: 'javascript:alert(1)' })).toEqual(['invalid_url'])
    expect(problems({ redirect_url: 'not an address' })).toEqual(['invalid_url'])
  })
})

describe('a discount', () => {
  const problems = (amount: number, type = 'percentage') =>
    createDiscountSchemas.body
      .safeParse({ name: 'D', organisation: '01934c04-c000-7b1d-83e2-97b28287e8e8', type, amount })
      .error?.issues.map(({ message }) => message)

  it.each([
    [0, ['must_be_positive']],
    [-0.1, ['must_be_positive']],
    [1.5, ['too_large']],
    [0.12345, ['too_many_decimals']],
    [1, undefined],
  ])('of %s says what is wrong with it, and no more', (amount, said) => expect(problems(amount)).toEqual(said))
})
