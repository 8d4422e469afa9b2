import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MoneyRules } from '../manifest.ts'
import { ourMoney, theirMoney } from './gateway-money.ts'

const rules: MoneyRules = { exponents: { CLP: 2, CVE: 0, IDR: 0, ISK: 2 }, multiples: { ISK: 100, KWD: 10 } }

describe('the amounts of a gateway', () => {
  it.each([
    ['EUR', 1_000, 1_000, '10.00'],
    ['JPY', 500, 500, '500'],
    ['CLP', 500, 50_000, '500.00'],
    ['ISK', 500, 50_000, '500.00'],
    ['IDR', 150_000, 1_500, '1500'],
    ['CVE', 5_000, 50, '50'],
    ['KWD', 1_230, 1_230, '1.230'],
  ])('are its own minor units and decimals: %s (check 15)', (currency_code, amount, minor, decimal) => {
    expect(theirMoney(rules, { amount, currency_code })).toEqual({ minor, decimal, currency: currency_code })
    expect(ourMoney(rules, minor, currency_code)).toEqual({ amount, currency_code })
    expect(ourMoney(rules, decimal, currency_code.toLowerCase())).toEqual({ amount, currency_code })
  })

  it.each([
    ['a fraction that the gateway has no place for', { amount: 150_050, currency_code: 'IDR' }],
    ['what is no multiple', { amount: 1_234, currency_code: 'KWD' }],
    ['a currency that nobody has', { amount: 100, currency_code: 'XXQ' }],
  ])('are not said where they would be others: %s (check 15)', (_, money) => {
    expect(theirMoney(rules, money)).toBeUndefined()
  })

  it('are not said in a currency that the gateway does not take', () => {
    expect(theirMoney({ only: ['EUR'] }, { amount: 100, currency_code: 'USD' })).toBeUndefined()
    expect(theirMoney({ only: ['EUR'] }, { amount: 100, currency_code: 'EUR' })?.minor).toBe(100)
  })

  it('are not taken where we have no such amount', () => {
    expect(ourMoney(rules, 50_050, 'CLP')).toBeUndefined()
    expect(ourMoney(rules, '10.001', 'EUR')).toBeUndefined()
    expect(ourMoney(rules, 100, 'XXQ')).toBeUndefined()
    expect(ourMoney(rules, 1.5, 'EUR')).toBeUndefined()
  })

  it('come back as they went out', () => {
    const currencies = fc.constantFrom('EUR', 'CLP', 'CVE', 'IDR', 'ISK', 'JPY', 'KWD')
    const amounts = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })
    fc.assert(
      fc.property(amounts, currencies, (amount, currency_code) => {
        const said = theirMoney(rules, { amount, currency_code })
        if (!said) return
        expect(ourMoney(rules, said.minor, said.currency)).toEqual({ amount, currency_code })
        expect(ourMoney(rules, said.decimal, said.currency)).toEqual({ amount, currency_code })
      }),
    )
  })
})
