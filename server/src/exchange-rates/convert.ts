import { exponentOf } from '@kontor/contract/money'

/** Published units of each currency for one euro: `USD` → "1.0832". The euro itself is always there. */
export type RatesPerEuro = ReadonlyMap<string, string>

/**
 * Converts minor units of one currency into minor units of another, through the euro. Exact up to one rounding to whole
 * minor units, half to even. Undefined: one of the two has no rate.
 */
export function convert(amount: bigint, from: string, to: string, rates: RatesPerEuro): bigint | undefined {
  if (from === to) return amount
  const ratio = ratioOf(from, to, rates)
  return ratio && divideHalfEven(amount * ratio.above, ratio.below)
}

/** Minor units of `to` for one of `from`, as a fraction. Undefined: one of the two has no rate. */
export function ratioOf(from: string, to: string, rates: RatesPerEuro): { above: bigint; below: bigint } | undefined {
  const [sold, bought] = [rateOf(from, rates), rateOf(to, rates)]
  if (!sold || !bought) return undefined
  return {
    above: bought.digits * 10n ** BigInt(exponentOf(to) + sold.decimals),
    below: sold.digits * 10n ** BigInt(exponentOf(from) + bought.decimals),
  }
}

interface Decimal {
  digits: bigint
  decimals: number
}

function rateOf(code: string, rates: RatesPerEuro): Decimal | undefined {
  const text = code === 'EUR' ? '1' : rates.get(code)
  if (text === undefined) return undefined
  const [whole = '', fraction = ''] = text.split('.')
  return { digits: BigInt(whole + fraction), decimals: fraction.length }
}

/** Rounds above/below half to even; `below` must be above zero. */
export function divideHalfEven(above: bigint, below: bigint): bigint {
  const magnitude = above < 0n ? -above : above
  const whole = magnitude / below
  const twice = (magnitude % below) * 2n
  const isUp = twice > below || (twice === below && whole % 2n === 1n)
  const rounded = isUp ? whole + 1n : whole
  return above < 0n ? -rounded : rounded
}

/** Rounds above/below to whole units, halves away from zero, as fees are; `above` must not be below zero. */
export const divideHalfUp = (above: bigint, below: bigint): bigint => (2n * above + below) / (2n * below)
