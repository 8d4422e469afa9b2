import { plusDays } from '@kontor/contract/dates'
import { shareOf } from '@kontor/contract/pricing/price.rules'
import { mostRateChange_percent, rateAge_days, type UnpaidReason } from '@kontor/contract/settlements/settlement.rules'
import { sql } from 'kysely'
import { divideHalfUp, ratioOf } from '../../exchange-rates/convert.ts'
import { type ExchangeRate, ratesOn } from '../../exchange-rates/rates-on.ts'
import type { Reader } from '../../platform/db/database.ts'

/** What is paid in another currency for a part of a settlement. Amounts are minor units of that currency. */
export interface Exchange {
  payout_currency_code: string
  exchanged: bigint
  fx_margin: bigint
  payout_amount: bigint
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
 * Exchanges by the newest published rates on or before the last covered day, to whole minor units, halves up; the margin is a share of
 * that. Else it says why there is none: no rate is new enough, or one differs so much from the one before it that it may be wrong.
 */
export async function exchangeOf(
  db: Reader,
  { amount, from, to, margin_ppm, through }: Asked,
): Promise<Exchange | UnpaidReason> {
  const rates = await ratesOn(db, [from, to], through)
  const oldest = plusDays(through, -rateAge_days)
  if (rates.some(({ day }) => day < oldest)) return 'RATE_MISSING'
  const perEuro = new Map(rates.map(({ currency_code, per_euro }) => [currency_code, per_euro]))
  const ratio = ratioOf(from, to, perEuro)
  if (!ratio) return 'RATE_MISSING'
  if (await isDoubtful(db, rates)) return 'RATE_DOUBTFUL'
  const exchanged = divideHalfUp(amount * ratio.above, ratio.below)
  const fx_margin = shareOf(exchanged, margin_ppm)
  return {
    ...{
      payout_currency_code: to,
      exchanged,
      fx_margin,
      payout_amount: exchanged - fx_margin,
      fx_margin_ppm: margin_ppm,
    },
    ...{ sold_per_euro: perEuro.get(from) ?? '1', bought_per_euro: perEuro.get(to) ?? '1' },
    rate_on: rates.map(({ day }) => day).sort()[0] ?? through,
    rate_source: [...new Set(rates.map(({ source }) => source))].join(', '),
  }
}

/** Rates come from one address, and money leaves by them: one that jumps is looked at by a person first. The first one of a currency has none before it. */
async function isDoubtful(db: Reader, rates: readonly ExchangeRate[]): Promise<boolean> {
  const days = JSON.stringify(rates.map(({ currency_code, day }) => ({ currency_code, day })))
  const { rows } = await sql<{ doubtful: boolean | null }>`
    select bool_or(abs(newest.rate - before.rate) * 100 > before.rate * ${mostRateChange_percent}) as doubtful
    from json_to_recordset(${days}) as x(currency_code text, day date)
      join exchange_rate newest using (currency_code, day)
      cross join lateral (select rate from exchange_rate e
        where e.currency_code = x.currency_code and e.day < x.day order by e.day desc limit 1) before`.execute(db)
  return rows[0]?.doubtful === true
}
