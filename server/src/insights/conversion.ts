import { convert } from '../exchange-rates/convert.ts'
import { type ExchangeRate, ratesOn } from '../exchange-rates/rates-on.ts'
import { dayOf } from '../platform/time/time-zone.ts'
import type { Asked } from './asked.ts'
import { dateOf, type Span } from './periods/span.ts'

export interface OwnAmount {
  currency_code: string
  count: number
  volume: bigint
}

/** The rates used for converting, and the amounts that could not be converted. */
export interface Conversion {
  rates: ExchangeRate[]
  without_rate: OwnAmount[]
}

/** Minor units of a currency, converted to the currency of the figures. Undefined: there is no rate. */
export type Convert = (amount: bigint, currency: string) => bigint | undefined

export const asItIs: Convert = (amount) => amount

interface Asking extends Pick<Asked, 'trx' | 'base_currency' | 'offsetAt'> {
  /**
   * The last day of the span decides the rates, also for the range that it is compared with, so that growth shows trade
   * and not rates.
   */
  span: Span
}

/** The newest rates on or before the last day of the range. */
export function ratesOf({ trx, base_currency, offsetAt, span }: Asking, amounts: readonly OwnAmount[]) {
  const codes = amounts.map(({ currency_code }) => currency_code)
  return ratesOn(trx, [base_currency, ...codes], dateOf(dayOf(span.to - 1, offsetAt)))
}

/** Conversion to the base currency. Missing rates are reported with a currency's first amount. */
export function conversionWith(
  known: readonly ExchangeRate[],
  base_currency: string,
  amounts: readonly OwnAmount[],
): { convert: Convert; conversion: Conversion } {
  const perEuro = new Map(known.map(({ currency_code, per_euro }) => [currency_code, per_euro]))
  const inBase: Convert = (amount, currency) => convert(amount, currency, base_currency, perEuro)
  const others = new Set(amounts.map(({ currency_code }) => currency_code).filter((code) => code !== base_currency))
  const without_rate = [...others]
    .filter((code) => inBase(0n, code) === undefined)
    .flatMap((code) => amounts.find(({ currency_code }) => currency_code === code) ?? [])
  const isUsed = ({ currency_code: code }: ExchangeRate) =>
    others.size > 0 && (others.has(code) || code === base_currency)
  return { convert: inBase, conversion: { rates: known.filter(isUsed), without_rate } }
}

export const conversionOf = async (asking: Asking, amounts: readonly OwnAmount[]) =>
  conversionWith(await ratesOf(asking, amounts), asking.base_currency, amounts)
