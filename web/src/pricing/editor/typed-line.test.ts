import { newLine } from '@kontor/contract/pricing/new-line'
import { describe, expect, it } from 'vitest'
import { forEvent, lineOf, percentageOf, ppmTyped, typedOf, withCurrency } from './typed-line.ts'

describe('a typed percentage', () => {
  it.each([
    ['1,4', 14_000],
    ['1.4', 14_000],
    ['2,9 %', 29_000],
    ['0,0001', 1],
    [',5', 5_000],
    ['100', 1_000_000],
    ['', 0],
  ])('"%s" is %d millionths', (typed, ppm) => expect(ppmTyped(typed)).toBe(ppm))

  it.each(['100,1', '0,00001', '1,2,3', '-1', 'veel', '.'])('"%s" is none', (typed) =>
    expect(ppmTyped(typed)).toBeUndefined(),
  )

  it('is written as it is read', () => {
    expect([
      percentageOf(14_000, 'nl'),
      percentageOf(1, 'nl'),
      percentageOf(14_000, 'en-US'),
      percentageOf(0, 'nl'),
    ]).toEqual(['1,4', '0,0001', '1.4', ''])
  })
})

it('a line for another event leaves what that event does not have', () => {
  const typed = typedOf(
    newLine({
      product: 'card',
      fixed: 10,
      ppm: 12_000,
      maximum: 50,
      amount_from: 100,
      tier_from: 9,
      passes_on: 'interchange',
    }),
    'nl',
    'a',
  )
  const kept = newLine({ event: 'decline', product: 'card', fixed: 10, amount_from: 100, tier_from: 9 })
  expect(lineOf(forEvent(typed, 'decline'))).toEqual(kept)
  expect(lineOf(forEvent(typed, 'payout'))).toEqual({ ...kept, event: 'payout', product: null })
  expect(lineOf(forEvent(typed, 'month'))).toEqual({ ...kept, event: 'month', product: null, amount_from: null })
  expect(lineOf(forEvent(typed, 'refund'))).toMatchObject({ event: 'refund', ppm: 12_000, maximum: 50 })
})

it('a line is the same after it was typed out, and none while an amount is wrong', () => {
  const line = newLine({ product: 'card', fixed: 10, ppm: 12_000, amount_from: 100_000, maximum: 2_500 })
  const cost = newLine({ fixed: 4, ppm: 5_000, interchange_fixed: 1, interchange_ppm: 2_000, scheme_fees_ppm: 450 })
  expect(lineOf(typedOf(cost, 'nl', 'b'))).toEqual(cost)
  const typed = typedOf({ ...line, id: 7 } as never, 'nl', 'a')
  expect(lineOf(typed)).toMatchObject(line)
  expect(lineOf({ ...typed, fixed: null })).toMatchObject({ fixed: 0 })
  expect(lineOf({ ...typed, minimum: 'invalid' })).toBeUndefined()
  expect(lineOf({ ...typed, percentage: '1,23456' })).toBeUndefined()
  expect(lineOf({ ...typed, interchange_percentage: 'veel' })).toBeUndefined()
})

it('a line that names another currency keeps the decimal values of its amounts', () => {
  const line = typedOf(
    newLine({ currency_code: 'EUR', fixed: 50_000, minimum: 25, maximum: 12_300, ppm: 1 }),
    'nl',
    'a',
  )
  const inYen = withCurrency(line, 'JPY', null)
  expect(inYen).toMatchObject({ currency_code: 'JPY', fixed: 500, maximum: 123, percentage: line.percentage })
  // There is no quarter of a yen: somebody has to write another amount.
  expect([inYen.minimum, lineOf(inYen)]).toEqual(['invalid', undefined])
  // Without a currency amounts are shown as euros, and by the scheme's where it has one.
  expect(withCurrency({ ...line, minimum: null }, null, null)).toMatchObject({ currency_code: null, fixed: 50_000 })
  expect(withCurrency({ ...line, minimum: null }, null, 'JPY')).toMatchObject({ currency_code: null, fixed: 500 })
})
