import * as dinero from 'dinero.js/currencies'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencyExponents } from './codes/currencies.ts'
import { decimalOf, exponentOf, formatMoney, isCurrencyCode, minorUnitsOf } from './money.ts'

const codes = Object.keys(currencyExponents)
const amounts = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
const edges = [0, 1, 9, 99, 100, 2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1, Number.MAX_SAFE_INTEGER]

describe('the exponents', () => {
  it('are those of dinero.js, but for the two currencies that it counts in fifths', () => {
    const differing = Object.values(dinero)
      .filter(({ code, exponent }) => isCurrencyCode(code) && exponentOf(code) !== exponent)
      .map(({ code }) => code)
    expect(differing.sort()).toEqual(['MGA', 'MRU'])
    expect([exponentOf('MGA'), exponentOf('MRU')]).toEqual([2, 2])
  })

  it.each([
    ['EUR', 2],
    ['HUF', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['BHD', 3],
    ['CLF', 4],
    ['ISK', 0],
    ['IDR', 2],
  ])('gives %s %i decimals', (code, exponent) => expect(exponentOf(code)).toBe(exponent))

  it.each(['', 'eur', 'XXXX', 'toString', '__proto__', 'constructor'])('has no currency "%s"', (code) => {
    expect(isCurrencyCode(code)).toBe(false)
    expect(() => exponentOf(code)).toThrow(RangeError)
  })
})

describe('an amount written as a decimal', () => {
  it('is read back as the same amount, in every currency', () => {
    for (const code of codes) {
      for (const amount of edges) expect(minorUnitsOf(decimalOf(amount, code), code)).toBe(amount)
      fc.assert(
        fc.property(amounts, (amount) => minorUnitsOf(decimalOf(amount, code), code) === amount),
        { numRuns: 50 },
      )
    }
  })

  it.each([
    [2500, 'EUR', '25.00'],
    [5, 'EUR', '0.05'],
    [-5, 'EUR', '-0.05'],
    [0, 'EUR', '0.00'],
    [500, 'JPY', '500'],
    [1234, 'KWD', '1.234'],
    [1, 'KWD', '0.001'],
    [500, 'HUF', '5.00'],
    [9007199254740991, 'EUR', '90071992547409.91'],
  ])('%i of %s is %s', (amount, code, decimal) => expect(decimalOf(amount, code)).toBe(decimal))
})

describe('a decimal read as an amount', () => {
  it.each([
    ['25', 'EUR', 2500],
    ['25.', 'EUR', 2500],
    ['25.5', 'EUR', 2550],
    ['25.500', 'EUR', 2550],
    [' 25.00 ', 'EUR', 2500],
    ['0.1', 'KWD', 100],
    ['-1', 'EUR', -100],
    ['-0', 'EUR', 0],
    ['5800', 'JPY', 5800],
    ['5800.00', 'JPY', 5800],
  ])('"%s" %s is %i', (decimal, code, amount) => expect(minorUnitsOf(decimal, code)).toBe(amount))

  it.each([
    ['25.001', 'EUR'],
    ['5800.5', 'JPY'],
    ['1.2345', 'KWD'],
    ['', 'EUR'],
    ['.5', 'EUR'],
    ['1,5', 'EUR'],
    ['1e3', 'EUR'],
    ['0x10', 'EUR'],
    ['1 000', 'EUR'],
    ['٣', 'EUR'],
    ['Infinity', 'EUR'],
    ['90071992547409.92', 'EUR'],
    ['9007199254740993', 'JPY'],
  ])('"%s" %s is refused, never rounded', (decimal, code) => expect(minorUnitsOf(decimal, code)).toBeUndefined())
})

describe('an amount as people read it', () => {
  it('keeps every digit and shows as many decimals as the currency has', () => {
    for (const code of codes) {
      for (const amount of edges) {
        const text = formatMoney(amount, code, 'en-US').replaceAll(',', '')
        expect(/\d[\d.]*/.exec(text)?.[0]).toBe(decimalOf(amount, code))
      }
    }
  })

  it('never shows 500 yen as 5.00', () => {
    for (const language of ['nl', 'en-US']) expect(formatMoney(500, 'JPY', language).replace(/\D/g, '')).toBe('500')
    expect(formatMoney(500, 'JPY', 'en-US')).toBe('¥500')
  })

  it('gives the forint two decimals, which Intl would not', () =>
    expect(formatMoney(500, 'HUF', 'en-US').replace(/\s/g, ' ')).toBe('HUF 5.00'))

  it('gives the dinar three', () => expect(formatMoney(1234, 'KWD', 'en-US').replace(/\s/g, ' ')).toBe('KWD 1.234'))

  it('is written as the language has it', () => {
    expect(formatMoney(123456, 'EUR', 'nl').replace(/\s/g, ' ')).toBe('€ 1.234,56')
    expect(formatMoney(123456, 'EUR', 'en-US')).toBe('€1,234.56')
    expect(formatMoney(-5, 'EUR', 'en-US')).toBe('-€0.05')
  })
})
