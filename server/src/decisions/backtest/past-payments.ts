import type { Condition, RuleName } from '@kontor/contract/decisions/conditions/condition.rules'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ratioOf } from '../../exchange-rates/convert.ts'
import { ratesOn } from '../../exchange-rates/rates-on.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { FactColumns } from './conditions-sql.ts'

/** The facts that were written down when a payment began. What the row itself has cannot be known otherwise. */
const recorded: readonly RuleName[] = [
  ...(['3ds', 'card', 'card_brand', 'card_bin', 'country_code', 'customer_status', 'mcc'] as const),
]
export const isRecorded = (conditions: readonly Condition[]): boolean =>
  conditions.some(({ name }) => recorded.includes(name))

/** The amount of a payment `t` in each of some currencies. Null: there is no rate. */
export type Amounts = ReadonlyMap<string, RawBuilder<number | null>>

/** Amounts in the currencies of a merchant's payment profiles are converted with the last published rates. */
export async function amountsIn(db: Reader, merchant: string, wanted: readonly string[], now: Date): Promise<Amounts> {
  const found = await db
    .selectFrom('payment_profile')
    .select('currency_code')
    .distinct()
    .where('merchant_id', '=', merchant)
    .execute()
  const own = found.map(({ currency_code }) => currency_code)
  const rates = await ratesOn(db, [...own, ...wanted], now.toISOString().slice(0, 10))
  const perEuro = new Map(rates.map(({ currency_code, per_euro }) => [currency_code, per_euro]))
  const amountIn = (to: string): RawBuilder<number | null> => {
    const others = own.flatMap((from) => {
      const ratio = from === to ? undefined : ratioOf(from, to, perEuro)
      return ratio ? [{ from, ...ratio }] : []
    })
    const cases = others.map(
      ({ from, above, below }) =>
        sql`when ${from} then converted_amount(t.amount, ${String(above)}::numeric, ${String(below)}::numeric)`,
    )
    return sql`(case t.currency_code when ${to} then t.amount ${sql.join(cases, sql` `)} end)`
  }
  return new Map(wanted.map((to) => [to, amountIn(to)]))
}

/** Where and when the payments were made that are looked at. `from` and `until` in milliseconds, `until` not included. */
export interface Looked {
  readonly merchant: string
  readonly from: number
  readonly until: number
  readonly where: RawBuilder<SqlBool>
  /** More columns for each payment `t`. */
  readonly more: RawBuilder<unknown>
  /** The currencies in which amounts are asked. */
  readonly amounts: Amounts
}

/**
 * Payments with their facts as they were known when the payment began, as `f`. Payments without a decision have what is known
 * of them now. Subqueries are kept apart (`offset 0`), so that each fact is worked out once for all conditions.
 */
export const pastPayments = ({ merchant, from, until, where, more, amounts }: Looked) => sql`(
  select t.id, t.processor_id, t.currency_code, t.amount, d.transaction_id is null as unrecorded, ${more},
    ${sql.join([...amounts.values()].map((amount, at) => sql`${amount} as ${sql.ref(`amount_${at}`)}`))},
    coalesce((d.facts->>'3ds')::boolean, d.three_d_secure is not null) as three_d_secure,
    ${asKnown('card', sql`t.card_id`, 'uuid')} as card,
    ${asKnown('card_brand', sql`t.card_brand`)} as card_brand,
    rpad(${asKnown('card_bin', sql`t.card_bin`)}, 8, '0')::int as card_bin,
    ${asKnown('country_code', sql`t.country_code`)} as country_code,
    t.customer_id as customer,
    ${asKnown('customer_status', sql`u.status`)} as customer_status,
    ${asKnown('mcc', sql`m.mcc`)} as mcc,
    t.recurring_type is not null as recurring,
    coalesce(t.recurring_type, '') as recurring_type
  from transaction t
    join merchant m on m.id = t.merchant_id
    left join customer u on u.merchant_id = t.merchant_id and u.id = t.customer_id
    left join decision d on d.merchant_id = t.merchant_id and d.transaction_created_at = t.created_at
      and d.transaction_id = t.id and d.merchant_id = ${merchant} and ${within(sql`d.transaction_created_at`, from, until)}
  where t.merchant_id = ${merchant} and ${within(sql`t.created_at`, from, until)} and ${where}
  offset 0) f`

/** A fact as it was written down, else as it is known now. A fact that was missing was left out. */
const asKnown = (name: RuleName, now: RawBuilder<unknown>, type: 'text' | 'uuid' = 'text') =>
  sql`case when d.transaction_id is null then ${now} else (d.facts->>${name}::text)::${sql.raw(type)} end`

/** Partitions of other months are then left out, on both sides. */
export const within = (column: RawBuilder<unknown>, from: number, until: number) =>
  sql<SqlBool>`${column} >= ${new Date(from).toISOString()}::timestamptz and ${column} < ${new Date(until).toISOString()}::timestamptz`

/** The columns of `pastPayments` for conditions whose amounts are in a currency. */
export function columnsIn(currency_code: string, { amounts }: Pick<Looked, 'amounts'>): FactColumns {
  const at = [...amounts.keys()].indexOf(currency_code)
  return {
    amount: sql.ref(`f.amount_${at}`),
    fact: (name) => sql.ref(`f.${name === '3ds' ? 'three_d_secure' : name}`),
    lot: (drawnFor) => sql`lot_of(f.id, ${drawnFor}::text)`,
  }
}
