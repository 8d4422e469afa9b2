import type { ListQuery } from '@kontor/contract/lists/list-query'
import { type CurrencyTotals, currencyOfTotals } from '@kontor/contract/lists/totals'
import type { TooLarge } from '@kontor/contract/sums'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../db/actor.ts'
import type { Reader } from '../db/database.ts'
import { onWire } from '../sums.ts'
import { matching, type Source } from './list.ts'

/** The sums of the matching rows, one per currency, because amounts of two currencies never add up. */
export async function totalsOf(source: Source, db: Reader, actor: Actor, query: ListQuery): Promise<CurrencyTotals[]> {
  const { rows } = await totalsStatement(source, db, actor, query).execute(db)
  return rows.map(({ sums, ...of }) => {
    const exact = Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, BigInt(sum)]))
    const { too_large, ...told } = onWire<Told>(exact)
    return { ...of, sums: told, ...(too_large ? { too_large } : {}) }
  })
}

type Told = { too_large?: TooLarge } & Record<string, number | null>

/** The row as it is read: sums of any size are text. */
type Row = Omit<CurrencyTotals, 'sums' | 'too_large'> & { sums: Record<string, string> }

/** The SQL of the totals; the currency with the most rows comes first. */
export function totalsStatement(source: Source, db: Reader, actor: Actor, query: ListQuery): RawBuilder<Row> {
  const { totals } = source.entity
  const currency = sql.ref(`row.${currencyOfTotals(source.entity)}`)
  const sums = totals.flatMap((name) => [sql.lit(name), sql`coalesce(sum(${sql.ref(`row.${name}`)}), 0)::text`])
  return sql<Row>`
    select ${currency} as currency_code, count(*) as count, json_build_object(${sql.join(sums)}) as sums
    from ${matching(source, db, actor, query)} group by ${currency} order by count(*) desc, ${currency}`
}
