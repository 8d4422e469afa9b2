import { rehearsedPayments_months } from '@kontor/contract/pricing/rehearsal/rehearsal.rules'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'

/** The merchants that have a revenue scheme on a day, or will later, by what is known now. */
export async function portfolioOf(db: Reader, scheme: string, day: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from merchant m where has_scheme_from(m.id, 'REVENUE', ${scheme}, ${day}) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether a version from this day on would charge merchants of whom the ledger has something of the last months. */
export async function chargesMerchants(db: Reader, scheme: string, day: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from merchant m
      where exists (select from ledger_transfer l where l.merchant_id = m.id and l.kind in (1, 7, 8, 9)
          and l.business_day > ${day}::date - make_interval(months => ${rehearsedPayments_months}))
        and has_scheme_from(m.id, 'REVENUE', ${scheme}, ${day})) as found`.execute(db)
  return rows[0]?.found === true
}
