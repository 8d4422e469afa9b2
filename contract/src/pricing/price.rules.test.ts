import { describe, expect, it } from 'vitest'
import { newLine } from './new-line.ts'
import {
  beyondBound,
  boundariesOf,
  feeOf,
  fits,
  type Line,
  maskOf,
  type Priced,
  passedCosts,
  priceDimensions,
  regionOf,
  shareOf,
  winner,
} from './price.rules.ts'

const payment = (given: Partial<Priced> = {}): Priced => ({
  ...{ event: 'capture', amount: 10_000, currency_code: 'EUR', product: 'card', brand: 'visa', holder: 'consumer' },
  ...{ gateway: 'adyen', funding: 'credit', region: 'EEA', domestic: false, channel: 'ecommerce', volume: null },
  ...given,
})

describe('the winning line', () => {
  it('is the one that names the weightier dimension, not the one that names most', () => {
    const most = newLine({
      product: 'card',
      holder: 'consumer',
      region: 'EEA',
      channel: 'ecommerce',
      currency_code: 'EUR',
    })
    const amex = newLine({ product: 'card', brand: 'amex' })
    const rest = newLine()
    const found = winner([rest, most, amex], payment({ brand: 'amex' }))
    expect(found).toEqual({ line: amex, beaten: [most, rest] })
  })

  it.each(priceDimensions.map((name, at) => [name, at] as const))(
    'weighs %s more than all that follow it',
    (name, at) => {
      const words = payment()
      const one = newLine({ [name]: words[name] })
      const others = Object.fromEntries(priceDimensions.slice(at + 1).map((other) => [other, words[other]]))
      const rest = newLine({ ...others, amount_from: 1 })
      expect(winner([rest, one], words)?.line).toBe(one)
    },
  )

  it('of costs is that of the gateway, whatever lines for every gateway name', () => {
    const rest = newLine()
    const amex = newLine({ product: 'card', brand: 'amex' })
    const adyen = newLine({ gateway: 'adyen' })
    const lines = [rest, amex, adyen]
    const asked = payment({ brand: 'amex' })
    expect(winner(lines, asked)).toEqual({ line: adyen, beaten: [amex, rest] })
    expect(winner(lines, { ...asked, gateway: 'stripe' })?.line).toBe(amex)
    expect(winner(lines, { ...asked, gateway: null })?.line).toBe(amex)
  })

  it('names nothing of which the payment says nothing', () => {
    const unknown = payment({ holder: null, region: null, domestic: null })
    expect(fits(newLine({ holder: 'consumer' }), unknown)).toBe(false)
    expect(fits(newLine({ domestic: false }), unknown)).toBe(false)
    expect(fits(newLine(), unknown)).toBe(true)
  })

  it('takes volumes of the month before from the first to before the second, and none that is unknown', () => {
    const line = newLine({ tier_from: 5_000_000, tier_until: 9_000_000 })
    const volumes = [null, 0, 4_999_999, 5_000_000, 8_999_999, 9_000_000]
    expect(volumes.map((volume) => fits(line, payment({ volume })))).toEqual([false, false, false, true, true, false])
    expect(fits(newLine({ tier_until: 1 }), payment({ volume: 0 }))).toBe(true)
    expect([maskOf(line), maskOf(newLine({ amount_from: 1 })), maskOf(newLine())]).toEqual([1, 1, 0])
  })

  it('takes amounts from the first to before the second', () => {
    const line = newLine({ amount_from: 1_000, amount_until: 2_000 })
    expect([999, 1_000, 1_999, 2_000].map((amount) => fits(line, payment({ amount })))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('is that of a search over all orders of the lines, whatever the lines', () => {
    const random = seeded(7)
    for (let round = 0; round < 3_000; round += 1) {
      const lines = Array.from({ length: 1 + Math.floor(random() * 9) }, () => anyLine(random))
      const priced = anyPayment(random)
      const fitting = lines.filter((line) => fits(line, priced))
      const found = winner(lines, priced)
      expect(found === undefined).toBe(fitting.length === 0)
      // By hand: going through the dimensions in their order, only lines that name one stay where any does.
      let left = fitting
      for (const name of priceDimensions) {
        const naming = left.filter((line) => line[name] !== null)
        if (naming.length > 0) left = naming
      }
      const ranged = left.filter((line) => line.amount_from !== null || line.amount_until !== null)
      if (ranged.length > 0) left = ranged
      if (found) expect(left.map(maskOf)).toContain(maskOf(found.line))
      if (found) expect(left).toContain(found.line)
      expect(found?.beaten.length ?? -1).toBe(fitting.length - 1)
    }
  })

  it('is the same between two boundaries of the amount', () => {
    const random = seeded(11)
    for (let round = 0; round < 500; round += 1) {
      const lines = Array.from({ length: 6 }, () => anyLine(random))
      const bounds = [0, ...boundariesOf(lines), 10_000]
      const priced = anyPayment(random)
      for (const [at, from] of bounds.entries()) {
        const until = bounds[at + 1]
        if (until === undefined || until <= from) continue
        const inside = [from, Math.floor((from + until) / 2), until - 1]
        const won = inside.map((amount) => winner(lines, { ...priced, amount })?.line)
        expect(new Set(won).size).toBe(1)
      }
    }
  })
})

describe('a fee', () => {
  const fee = (amount: number | bigint, given: Partial<Line>) => feeOf(amount, newLine(given))

  it('is the fixed amount and the share, half a cent up', () => {
    expect(fee(7_550, { fixed: 10, ppm: 27_500 })).toBe(218n)
    expect(fee(12_000, { fixed: 10, ppm: 12_000 })).toBe(154n)
    expect(fee(50, { ppm: 10_000 })).toBe(1n)
    expect(fee(49, { ppm: 10_000 })).toBe(0n)
  })

  it('stays within minimum and maximum, which hold for both together', () => {
    expect(fee(250_000, { fixed: 10, ppm: 10_000, maximum: 2_500 })).toBe(2_500n)
    expect(fee(250_000, { fixed: 10, ppm: 10_000 })).toBe(2_510n)
    expect(fee(100, { fixed: 10, ppm: 10_000, minimum: 30 })).toBe(30n)
  })

  it('is exact for amounts beyond what a number holds', () => {
    expect(fee(9_007_199_254_740_993n, { ppm: 1_000_000 })).toBe(9_007_199_254_740_993n)
    expect(fee(9_223_372_036_854_775_807n, { ppm: 999_999 })).toBe(9_223_362_813_482_738_952n)
  })

  it('is rounded away from zero on both sides of it', () => {
    expect([shareOf(5n, 500_000), shareOf(-5n, 500_000)]).toEqual([3n, -3n])
  })
})

it('the region is that of the issuer, and a domestic EEA card is EEA', () => {
  expect(['NL', 'NO', 'RE', 'GB', 'JE', 'CH', 'US', null].map(regionOf)).toEqual([
    ...['EEA', 'EEA', 'EEA', 'UK', 'UK', 'OTHER', 'OTHER', null],
  ])
})

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const pick = <T>(random: () => number, values: readonly T[]): T => values[Math.floor(random() * values.length)] as T

const valuesOf = {
  gateway: ['adyen', 'stripe'],
  product: ['card', 'ideal'],
  brand: ['visa', 'amex'],
  holder: ['consumer', 'commercial'],
  funding: ['debit', 'credit'],
  region: ['EEA', 'OTHER'],
  domestic: [true, false],
  channel: ['ecommerce', 'pos'],
  currency_code: ['EUR', 'GBP'],
} as const

function anyLine(random: () => number): Line {
  const named = Object.fromEntries(
    priceDimensions.map((name) => [name, random() < 0.3 ? pick<string | boolean>(random, valuesOf[name]) : null]),
  )
  const [from, until] = [pick(random, [null, 0, 500, 1_000]), pick(random, [null, 1_500, 5_000])]
  return newLine({ ...named, event: pick(random, ['capture', 'refund']), amount_from: from, amount_until: until })
}

function anyPayment(random: () => number): Priced {
  const named = Object.fromEntries(
    priceDimensions.map((name) => [name, pick<string | boolean | null>(random, [...valuesOf[name], null])]),
  )
  return payment({ ...named, currency_code: pick(random, ['EUR', 'GBP']), amount: Math.floor(random() * 6_000) })
}

describe('what a line passes on', () => {
  const cost = newLine({ fixed: 4, ppm: 5_000, interchange_ppm: 2_000, scheme_fees_ppm: 450 })
  const passing = (passes_on: Line['passes_on']) => passedCosts(12_000, newLine({ passes_on }), cost)

  it('is the interchange of what the payment costs, and the fees of the brand where it says so', () => {
    expect(passing('interchange_and_scheme_fees')).toEqual({ interchange: 24n, scheme_fees: 5n })
    expect(passing('interchange')).toEqual({ interchange: 24n, scheme_fees: 0n })
    expect(passing(null)).toEqual({ interchange: 0n, scheme_fees: 0n })
    expect(passedCosts(12_000, newLine({ passes_on: 'interchange' }), undefined).interchange).toBe(0n)
  })

  it('is never more than the cost, which may have a maximum', () => {
    const capped = newLine({ ppm: 5_000, interchange_ppm: 3_000, scheme_fees_ppm: 2_000, maximum: 40 })
    const all = newLine({ passes_on: 'interchange_and_scheme_fees' })
    expect(passedCosts(12_000, all, capped)).toEqual({ interchange: 36n, scheme_fees: 4n })
    expect(passedCosts(120_000, all, capped)).toEqual({ interchange: 40n, scheme_fees: 0n })
  })
})

describe('the fees of a month', () => {
  it('are brought to a minimum by what is missing, and to a maximum by what is too much', () => {
    expect([0n, 1n, 2_499n, 2_500n, 9_999n].map((fees) => beyondBound('month_minimum', fees, 2_500))).toEqual([
      ...[2_500n, 2_499n, 1n, 0n, 0n],
    ])
    expect([0n, 2_500n, 2_501n, 10n ** 18n].map((fees) => beyondBound('month_maximum', fees, 2_500))).toEqual([
      ...[0n, 0n, 1n, 10n ** 18n - 2_500n],
    ])
  })

  it('count as none where more was given back than charged', () => {
    expect(beyondBound('month_minimum', -700n, 2_500)).toBe(2_500n)
    expect(beyondBound('month_maximum', -700n, 0)).toBe(0n)
  })
})
