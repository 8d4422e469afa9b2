import { currencyExponents } from '@kontor/contract/codes/currencies'
import type { ReplyOf } from '@kontor/contract/endpoint'
import type { differenceAgeingEndpoint } from '@kontor/contract/reconciliation/reconciliation.endpoints'
import {
  ageLimits_days,
  type DifferenceAge,
  differenceAges,
} from '@kontor/contract/reconciliation/reconciliation.rules'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import type { Exact } from '../platform/sums.ts'

/** An age in words of the contract. The days are from the contract alone, and are written into the statement. */
export const ageBy = (isUpTo: (days: number) => RawBuilder<unknown>) =>
  sql`(case ${sql.join(
    Object.entries(ageLimits_days).map(([age, days]) => sql`when ${isUpTo(days)} then ${sql.lit(age)}`),
    sql.raw(' '),
  )} else ${sql.lit(differenceAges.at(-1))} end)`

/** How old a difference `d` is. */
export const ageOfDifference = ageBy(
  (days) => sql`d.created_at > engine_now() - ${sql.lit(`${days + 1} days`)}::interval`,
)

/**
 * What a difference `d` leaves unexplained, in minor units of its expected currency. Above zero: the processor pays more than the
 * ledger expects. Of COST both sides are fees.
 */
export const unexplainedOf = sql`(case d.type when 'COST' then d.expected - coalesce(d.said, 0)
  else case d.currency_code when d.expected_currency_code then coalesce(d.said, 0) else 0 end - d.expected end)`

/** A processor may write a word that is no currency, of which there are no sums. */
const isInTwo = sql`(d.currency_code <> d.expected_currency_code and d.said <> 0 and d.currency_code in (${sql.join(
  Object.keys(currencyExponents).map((code) => sql.lit(code)),
)}))`

/**
 * What a difference `d` leaves unexplained in each of its currencies. One of currencies has two: what was expected did not come, and
 * what came was not expected. So the sums of a currency are those of the rows of its list.
 */
const unexplainedByCurrency = sql`(
  select d.expected_currency_code as currency_code, ${unexplainedOf} as unexplained
  union all select d.currency_code, d.said where ${isInTwo})`

/** True of a difference `d` that is one of this currency. */
export const isOfCurrency = (code: string) =>
  sql<boolean>`(d.expected_currency_code = ${code} or d.currency_code = ${code} and ${isInTwo})`

type Ageing = Exact<ReplyOf<typeof differenceAgeingEndpoint>>

/** The open differences that the actor sees, by processor settlement, currency and age. */
export async function differenceAgeing(trx: Trx, actor: Actor): Promise<Ageing> {
  const { rows } = await sql<Row>`
    select s.id, s.name, o.currency_code, ${ageOfDifference} as age, count(*)::int as count, sum(o.unexplained)::text as unexplained
    from processor_settlement s join reconciliation_difference d
      on d.merchant_id = s.merchant_id and d.processor_settlement_id = s.id and d.status = 'OPEN'
      cross join lateral ${unexplainedByCurrency} o
    where ${visibleTo(actor, 's')}
    group by 1, 2, 3, 4 order by s.name, s.id, 3`.execute(trx)
  return [...Map.groupBy(rows, ({ id, currency_code }) => `${id} ${currency_code}`).values()].flatMap((of) => {
    const [first] = of
    if (!first) return []
    const ages = differenceAges.flatMap((age) => {
      const found = of.find((each) => each.age === age)
      return found ? [{ age, count: found.count, unexplained: BigInt(found.unexplained) }] : []
    })
    return [{ processor_settlement: first.id, name: first.name, currency_code: first.currency_code, ages }]
  })
}

interface Row {
  id: string
  name: string
  currency_code: string
  age: DifferenceAge
  count: number
  /** Of any size. */
  unexplained: string
}
