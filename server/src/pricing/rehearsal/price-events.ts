import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { PricingVersion } from '../versions-at.ts'
import { type PricedAlike, winningLines } from '../winning-lines.ts'

/** The line of a version that wins for events that are alike, in a range of amounts. */
interface NewPrice {
  key: string
  low: number
  high: number | null
  line: number | null
}

/** Resolves each distinct combination of what lines look at once, by the rule that the ledger's poster uses. */
export async function newPrices(trx: Trx, events: RawBuilder<unknown>, version: PricingVersion): Promise<NewPrice[]> {
  const { rows } = await sql<PricedAlike & { key: string }>`
    select distinct on (e.key) e.key, e.kind, e.currency_code, e.product, e.brand, e.holder, e.funding, e.issuer_country,
      e.merchant_country, e.channel, e.volume
    from (${events}) e`.execute(trx)
  return rows.flatMap(({ key, ...alike }) =>
    winningLines(alike, [version.lines]).map(({ low, high, lines: [line] }) => ({
      key,
      low,
      high,
      line: line ?? null,
    })),
  )
}

/** The events `e` with the line `p` that would price each, and what both lines ask, as columns of SQL. */
export const pricedEvents = (events: RawBuilder<unknown>, prices: readonly NewPrice[]): RawBuilder<unknown> => sql`
  select e.*, p.line as new_line, coalesce(fee_of(e.amount, o.fixed, o.ppm, o.minimum, o.maximum), 0) as old_fee,
    coalesce(fee_of(e.amount, n.fixed, n.ppm, n.minimum, n.maximum), 0) as new_fee
  from (${events}) e
    join json_to_recordset(${JSON.stringify(prices)}) as p(key text, low bigint, high bigint, line int)
      on p.key = e.key and e.amount >= p.low and (p.high is null or e.amount < p.high)
    left join scheme_line o on o.id = e.old_line
    left join scheme_line n on n.id = p.line`
