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
  const { rows } = await sql<Omit<PricedAlike, 'gateway'> & { key: string }>`
    select distinct on (e.key) e.key, e.kind, e.currency_code, e.product, e.brand, e.holder, e.funding, e.issuer_country,
      e.merchant_country, e.channel, e.volume
    from (${events}) e`.execute(trx)
  return rows.flatMap(({ key, ...alike }) =>
    // What merchants pay is the same at every gateway: no line of theirs names one.
    winningLines({ ...alike, gateway: null }, [version.lines]).map(({ low, high, lines: [line] }) => ({
      key,
      low,
      high,
      line: line ?? null,
    })),
  )
}

/**
 * The events `e` with the line `p` that would price each, and what both lines ask, as columns of SQL. What a line passes on is by the
 * line of costs that was expected when the event was booked (`costs`, undefined where no line passes anything on): files of processors
 * correct both fees alike.
 */
export const pricedEvents = (
  events: RawBuilder<unknown>,
  prices: readonly NewPrice[],
  costs: RawBuilder<unknown> | undefined,
): RawBuilder<unknown> => sql`
  select e.*, p.line as new_line, coalesce(fee_of(e.amount, o.fixed, o.ppm, o.minimum, o.maximum), 0)${passedBy('o', costs)} as old_fee,
    coalesce(fee_of(e.amount, n.fixed, n.ppm, n.minimum, n.maximum), 0)${passedBy('n', costs)} as new_fee
  from (${events}) e
    join json_to_recordset(${JSON.stringify(prices)}) as p(key text, low bigint, high bigint, line int)
      on p.key = e.key and e.amount >= p.low and (p.high is null or e.amount < p.high)
    left join scheme_line o on o.id = e.old_line
    left join scheme_line n on n.id = p.line
    ${costs === undefined ? sql`` : joinedCosts(costs)}`

const joinedCosts = (costs: RawBuilder<unknown>) => sql`
  left join (${costs}) x on x.merchant_id = e.merchant_id and x.business_day = e.business_day and x.subject_id = e.subject_id
  left join scheme_line c on c.id = x.cost_line`

const partsOfCost = sql`e.amount, c.fixed, c.ppm, c.minimum, c.maximum, c.interchange_fixed, c.interchange_ppm`

/** What a line passes on of the cost `c`, as a term. */
function passedBy(line: 'o' | 'n', costs: RawBuilder<unknown> | undefined): RawBuilder<unknown> {
  if (costs === undefined) return sql``
  const passes_on = sql.ref(`${line}.passes_on`)
  return sql`
    + case when ${passes_on} is not null and c.id is not null then interchange_of(${partsOfCost}) else 0 end
    + case when ${passes_on} = 'interchange_and_scheme_fees' and c.id is not null
        then scheme_fees_of(${partsOfCost}, c.scheme_fees_fixed, c.scheme_fees_ppm) else 0 end`
}

/** Whether any price passes costs on. */
export async function anyPasses(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ passes: boolean }>`
    select exists (select from scheme_line where passes_on is not null) as passes`.execute(trx)
  return rows[0]?.passes === true
}
