import { newLine } from '@kontor/contract/pricing/new-line'
import { feeOf, type Line } from '@kontor/contract/pricing/price.rules'
import { expect, it } from 'vitest'
import { type ChargedFee, proposedPrice } from './proposed-price.ts'

const line = newLine({ product: 'card', fixed: 10, ppm: 5_000 })
const amounts = (count: number) => Array.from({ length: count }, (_, at) => 250 + ((at * 7_919) % 19_997))
const parts = { interchange: null, scheme_fees: null }
const chargedBy = (price: Line, of = amounts(60)): ChargedFee[] =>
  of.map((amount) => ({ amount, charged: Number(feeOf(amount, price)), ...parts }))
const proposed = (fees: readonly ChargedFee[], own = line, hasCurrency = true) => {
  const found = proposedPrice(own, fees, hasCurrency)
  return typeof found === 'string' ? found : { fixed: found.fixed, ppm: found.ppm }
}

it('is the one that was charged, exactly, with a fixed amount, a percentage or both', () => {
  for (const [fixed, ppm] of [
    [10, 8_000],
    [12, 5_000],
    [25, 0],
    [0, 14_500],
    [7, 450],
    [150, 29_000],
  ] as const)
    expect(proposed(chargedBy(newLine({ fixed, ppm })))).toEqual({ fixed, ppm })
})

it('keeps what the line names, its minimum and its maximum', () => {
  const own = newLine({ product: 'card', brand: 'visa', fixed: 10, ppm: 5_000, maximum: 70 })
  const found = proposedPrice(own, chargedBy({ ...own, ppm: 8_000 }, amounts(120)), true)
  expect(found).toEqual({ ...own, ppm: 8_000 })
})

it('is none where the line explains what was charged already, also with a mistake among many', () => {
  const fees = chargedBy(line)
  expect(proposed(fees)).toBe('as_expected')
  expect(proposed(fees.with(3, { amount: 1_000, charged: 900, ...parts }))).toBe('as_expected')
})

it('is found beside mistakes, and where the processor rounds each part of its fee', () => {
  const fees = chargedBy(newLine({ fixed: 10, ppm: 8_000 })).with(3, { amount: 1_000, charged: 900, ...parts })
  expect(proposed(fees)).toEqual({ fixed: 10, ppm: 8_000 })
  const of = (amount: number, points: number) => Math.round((amount * points) / 10_000)
  const rounded = amounts(200).map((amount) => ({
    ...{ amount, charged: of(amount, 20) + of(amount, 8) + of(amount, 30) + 10, ...parts },
  }))
  expect(proposed(rounded)).toEqual({ fixed: 10, ppm: 5_800 })
})

it('is that of the newest payments where it changed between them', () => {
  const [now, before] = [chargedBy(newLine({ fixed: 10, ppm: 8_000 })), chargedBy(line, amounts(140))]
  expect(proposed([...now, ...before])).toEqual({ fixed: 10, ppm: 8_000 })
  const back = [...chargedBy(line), ...chargedBy(newLine({ fixed: 10, ppm: 8_000 }), amounts(140))]
  expect(proposed(back)).toBe('as_expected')
})

it('is none where there are too few payments, or their amounts are alike', () => {
  const dear = newLine({ fixed: 10, ppm: 8_000 })
  expect(proposed(chargedBy(dear, amounts(19)))).toBe('too_few')
  expect(proposed([])).toBe('too_few')
  expect(
    proposed(
      chargedBy(
        dear,
        Array.from({ length: 60 }, (_, at) => 5_000 + at),
      ),
    ),
  ).toBe('amounts_alike')
})

it('is none where no one price explains what was charged', () => {
  const [one, other] = [newLine({ fixed: 10, ppm: 8_000 }), newLine({ fixed: 10, ppm: 28_000 })]
  const mixed = amounts(200).map((amount, at) => ({
    ...{ amount, charged: Number(feeOf(amount, at % 2 === 0 ? one : other)), ...parts },
  }))
  expect(proposed(mixed)).toBe('no_single_price')
  expect(proposed(amounts(60).map((amount) => ({ amount, charged: -5, ...parts })))).toBe('no_single_price')
})

it('has no fixed amount where the line has no currency', () => {
  const own = newLine({ ppm: 5_000 })
  expect(proposed(chargedBy(newLine({ ppm: 8_000 })), own, false)).toEqual({ fixed: 0, ppm: 8_000 })
  expect(proposed(chargedBy(newLine({ fixed: 40, ppm: 8_000 })), own, false)).toBe('no_single_price')
})

it('says anew which parts of it may be passed on, and is none where files do not tell them apart', () => {
  const own = newLine({ fixed: 10, ppm: 5_000, interchange_ppm: 2_000 })
  const fees = amounts(60).map((amount) => ({
    ...{ amount, charged: Number(feeOf(amount, newLine({ fixed: 10, ppm: 6_000 }))) },
    ...{ interchange: Number(feeOf(amount, newLine({ ppm: 3_000 }))), scheme_fees: 0 },
  }))
  expect(proposedPrice(own, fees, true)).toEqual({ ...own, ppm: 6_000, interchange_ppm: 3_000 })
  expect(
    proposedPrice(
      own,
      fees.map((fee) => ({ ...fee, ...parts })),
      true,
    ),
  ).toBe('parts_unknown')
})

it('expects in all what was charged in all, whatever the price', () => {
  let state = 11
  const upTo = (most: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % most
  }
  for (let turn = 0; turn < 300; turn += 1) {
    const price = newLine({ fixed: upTo(60), ppm: upTo(40_000) })
    const of = Array.from({ length: 20 + upTo(180) }, () => 100 + upTo(20_000))
    const fees = chargedBy(price, of)
    const found = proposedPrice(line, fees, true)
    expect(typeof found === 'string' ? found : 'a price', JSON.stringify(price)).toMatch(/^(a price|as_expected)$/)
    if (typeof found === 'string') continue
    const off = fees.reduce((sum, { amount, charged }) => sum + charged - Number(feeOf(amount, found)), 0)
    expect(Math.abs(off), JSON.stringify({ price, found })).toBeLessThanOrEqual(fees.length / 2)
  }
})
