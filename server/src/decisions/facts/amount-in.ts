import type { Facts } from '@kontor/contract/decisions/conditions/condition.rules'
import { convert } from '../../exchange-rates/convert.ts'
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
  const day = now.toISOString().slice(0, 10)
  const rates = await ratesOn(db, [facts.currency_code, ...others], day)
  const perEuro = new Map(rates.map(({ currency_code, per_euro }) => [currency_code, per_euro]))
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
