import { describe, expect, it } from 'vitest'
import { seeded } from '../demo/trade/random.ts'
import { convert, divideHalfEven } from './convert.ts'

const rates = new Map([
  ['USD', '1.0832'],
  ['JPY', '163.21'],
  ['KWD', '0.3325'],
  ['BHD', '0.4072'],
  ['IDR', '17123.45'],
  ['XXA', '2'],
])

describe('an amount in another currency', () => {
  it.each([
    [10_832, 'USD', 'EUR', 10_000],
    [10_000, 'EUR', 'USD', 10_832],
    // 16321 yen are a hundred euro; yen have no cents.
    [16_321, 'JPY', 'EUR', 10_000],
    [10_000, 'EUR', 'JPY', 16_321],
    // A dinar has a thousand fils.
    [33_250, 'KWD', 'EUR', 10_000],
    [33_250, 'KWD', 'BHD', 40_720],
    [-10_832, 'USD', 'EUR', -10_000],
    [7, 'SEK', 'SEK', 7],
  ])('%i %s is %s %i', (amount, from, to, expected) => {
    expect(convert(BigInt(amount), from, to, rates)).toBe(BigInt(expected))
  })

  it('is unknown where either currency has no rate', () => {
    expect(convert(1n, 'SEK', 'EUR', rates)).toBeUndefined()
    expect(convert(1n, 'EUR', 'SEK', rates)).toBeUndefined()
  })

  it('is rounded half to even, above and below zero', () => {
    expect([1n, 3n, 5n, -1n, -3n, -5n, 7n].map((above) => divideHalfEven(above, 2n))).toEqual([
      0n,
      2n,
      2n,
      0n,
      -2n,
      -2n,
      4n,
    ])
    expect([49n, 50n, 51n, 149n, 150n, 151n].map((above) => divideHalfEven(above, 100n))).toEqual([
      0n,
      0n,
      1n,
      1n,
      2n,
      2n,
    ])
  })

  it('is never further than half a minor unit from the exact quotient, of whatever size', () => {
    const random = seeded('conversion')
    const exponents: Record<string, bigint> = { EUR: 100n, USD: 100n, JPY: 1n, KWD: 1000n, BHD: 1000n, IDR: 100n }
    const parts = (code: string): [bigint, bigint] => {
      const text = code === 'EUR' ? '1' : String(rates.get(code))
      return [BigInt(text.replace('.', '')), 10n ** BigInt(text.split('.')[1]?.length ?? 0)]
    }
    for (let round = 0; round < 2_000; round += 1) {
      const [from, to] = [random.pick(Object.keys(exponents)), random.pick(Object.keys(exponents))]
      const amount = random.integer(-1_000_000_000, 1_000_000_000)
      const [[soldAbove, soldBelow], [boughtAbove, boughtBelow]] = [parts(from), parts(to)]
      const above = BigInt(amount) * soldBelow * boughtAbove * (exponents[to] as bigint)
      const below = soldAbove * boughtBelow * (exponents[from] as bigint)
      const off = 2n * ((convert(BigInt(amount), from, to, rates) ?? 0n) * below - above)
      expect(off <= below && -off <= below, `${amount} ${from} in ${to}`).toBe(true)
    }
    expect(convert(10n ** 20n, 'EUR', 'IDR', rates)).toBe(10n ** 16n * 171_234_500n)
  })
})
