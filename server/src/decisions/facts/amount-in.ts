import type { Facts } from '@kontor/contract/decisions/conditions/condition.rules'
import { convert, ratioOf } from '../../exchange-rates/convert.ts'
import { ratesOn } from '../../exchange-rates/rates-on.ts'
import type { Reader } from '../../platform/db/database.ts'

/** The same facts with the amount in minor units of another currency, by the last published rate. */
export type FactsIn = (currency_code: string) => Facts

/**
 * Reads the rates that the currencies of rulesets and routings need, and none where all amounts are in the payment's own
 * currency. The amount is missing in a currency without a rate.
 */
export async function factsInEach(
  db: Reader,
  facts: Facts,
  currencies: readonly string[],
  now: Date,
): Promise<FactsIn> {
  const others = [...new Set(currencies)].filter((each) => each !== facts.currency_code)
  if (others.length === 0) return () => facts
  const perEuro = await lastRates(db, [facts.currency_code, ...others], now)
  const known = new Map(others.map((each) => [each, { ...facts, amount: amountIn(facts, each, perEuro) }]))
  return (currency_code) => known.get(currency_code) ?? facts
}

function amountIn(
  { amount, currency_code: from }: Facts,
  to: string,
  perEuro: ReadonlyMap<string, string>,
): number | null {
  if (amount === null || from === to) return amount
  const converted = convert(BigInt(amount), from, to, perEuro)
  return converted === undefined || converted > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(converted)
}

/** True where amounts in one currency are known in the other. */
export async function hasRate(db: Reader, from: string, to: string, now: Date): Promise<boolean> {
  return from === to || ratioOf(from, to, await lastRates(db, [from, to], now)) !== undefined
}

/** The last published units for one euro. */
async function lastRates(db: Reader, currencies: readonly string[], now: Date): Promise<ReadonlyMap<string, string>> {
  const rates = await ratesOn(db, currencies, now.toISOString().slice(0, 10))
  return new Map(rates.map(({ currency_code, per_euro }) => [currency_code, per_euro]))
}
