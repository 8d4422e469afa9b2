import { plusDays } from '@kontor/contract/dates'
import { shareOf } from '@kontor/contract/pricing/price.rules'
import { rateAge_days } from '@kontor/contract/settlements/settlement.rules'
import { divideHalfUp, ratioOf } from '../../exchange-rates/convert.ts'
import { ratesOn } from '../../exchange-rates/rates-on.ts'
import type { Reader } from '../../platform/db/database.ts'

/** What is paid in another currency for a part of a settlement. Amounts are minor units of that currency. */
export interface Conversion {
  pay_currency: string
  converted: bigint
  fx_margin: bigint
  pay_amount: bigint
  fx_margin_ppm: number
  /** Units for one euro, digit for digit as published. */
  sold_per_euro: string
  bought_per_euro: string
  /** The day of the older of the two, and who published them. */
  rate_on: string
  rate_source: string
}

interface Asked {
  amount: bigint
  from: string
  to: string
  margin_ppm: number
  /** The last day that the settlement covers. */
  through: string
}

/**
 * Converts by the newest published rates on or before the last covered day, to whole minor units, halves up; the margin is a share of
 * that. Undefined: there is no rate of that day or the four before it.
 */
export async function conversionOf(db: Reader, { amount, from, to, margin_ppm, through }: Asked) {
  const rates = await ratesOn(db, [from, to], through)
  const oldest = plusDays(through, -rateAge_days)
  if (rates.some(({ day }) => day < oldest)) return undefined
  const perEuro = new Map(rates.map(({ currency_code, per_euro }) => [currency_code, per_euro]))
  const ratio = ratioOf(from, to, perEuro)
  if (!ratio) return undefined
  const converted = divideHalfUp(amount * ratio.above, ratio.below)
  const fx_margin = shareOf(converted, margin_ppm)
  const conversion: Conversion = {
    ...{ pay_currency: to, converted, fx_margin, pay_amount: converted - fx_margin, fx_margin_ppm: margin_ppm },
    ...{ sold_per_euro: perEuro.get(from) ?? '1', bought_per_euro: perEuro.get(to) ?? '1' },
    rate_on: rates.map(({ day }) => day).sort()[0] ?? through,
    rate_source: [...new Set(rates.map(({ source }) => source))].join(', '),
  }
  return conversion
}
