import type { ListQuery } from '@kontor/contract/list-query'
import { type CurrencyTotals, currencyOfTotals } from '@kontor/contract/totals'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../db/actor.ts'
import type { Reader } from '../db/database.ts'
import { matching, type Source } from './list.ts'

/** What the matching rows add up to, each currency for itself: one never stands for another. */
export async function totalsOf(source: Source, db: Reader, actor: Actor, query: ListQuery): Promise<CurrencyTotals[]> {
  return (await totalsStatement(source, db, actor, query).execute(db)).rows
}

/** The currency with the most rows first. */
export function totalsStatement(
  source: Source,
  db: Reader,
  actor: Actor,
  query: ListQuery,
): RawBuilder<CurrencyTotals> {
  const { totals } = source.entity
  const currency = sql.ref(`row.${currencyOfTotals(source.entity)}`)
  const sums = totals.flatMap((name) => [sql.lit(name), exact(sql`coalesce(sum(${sql.ref(`row.${name}`)}), 0)`)])
  return sql<CurrencyTotals>`
    select ${currency} as currency_code, count(*) as count, json_build_object(${sql.join(sums)}) as sums
    from ${matching(source, db, actor, query)} group by ${currency} order by count(*) desc, ${currency}`
}

const exact = (sum: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when abs(${sum}) <= ${sql.lit(String(Number.MAX_SAFE_INTEGER))}::numeric then ${sum} end`
