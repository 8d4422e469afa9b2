import { rehearsedPayments_months } from '@kontor/contract/pricing/rehearsal/rehearsal.rules'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { firstOpenDay } from '../business-days.ts'

/** The merchants that have a revenue scheme on a day, or will later, by what is known now. */
export async function portfolioOf(db: Reader, scheme: string, day: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from merchant m where has_scheme_from(m.id, 'REVENUE', ${scheme}, ${day}) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whom a version would charge, of the merchants of whom the ledger has something of the last months. */
export interface Charged {
  merchants: string[]
  /** The latest business day with payments of them in a month that is closed; null: the ledger has none. */
  closed_day: string | null
}

/** `from`: the first day of the version; without it the first one that is open. */
export async function chargedMerchants(db: Reader, scheme: string, from?: string): Promise<Charged> {
  const open = await firstOpenDay(db)
  const day = from ?? open
  const { rows } = await sql<Charged>`
    select coalesce(array_agg(m.id order by m.id), '{}') as merchants, max(c.business_day) as closed_day
    from merchant m left join lateral (
        select l.business_day from ${paymentsSince(day)} and l.business_day < date_trunc('month', ${open}::date)
        order by l.business_day desc limit 1) c on true
    where exists (select from ${paymentsSince(day)}) and has_scheme_from(m.id, 'REVENUE', ${scheme}, ${day})`.execute(
    db,
  )
  return rows[0] ?? { merchants: [], closed_day: null }
}

/** Transfers `l` of a merchant `m` that lines price. */
const paymentsSince = (day: string) => sql`ledger_transfer l
  where l.merchant_id = m.id and l.kind in (1, 7, 8, 9)
    and l.business_day > ${day}::date - make_interval(months => ${rehearsedPayments_months})`
