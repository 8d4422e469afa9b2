import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { rehearsedPayments_months } from '@kontor/contract/pricing/rehearsal/rehearsal.rules'
import { mostNamedOwing } from '@kontor/contract/pricing/scheme.rules'
import type { MonthOwed } from '@kontor/contract/pricing/scheme.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import type { StoredScheme } from '../locked-scheme.ts'
import { linesOf } from './lines-of.ts'

interface OfScheme extends Pick<StoredScheme, 'type' | 'currency_code'> {
  id: string
}

/**
 * The merchants that would owe the month of a version, or its minimum, and have nothing to pay it from: they have the scheme on a day or later, and
 * payments of the last months, none of them in the currency of the month. Null: there are none.
 */
export async function monthOwed(
  db: Reader,
  { id, type, currency_code: ofScheme }: OfScheme,
  version: string,
  day: string,
): Promise<MonthOwed | null> {
  if (type !== 'REVENUE') return null
  const owing = (await linesOf(db, version)).filter(
    ({ event, fixed }) => (event === 'month' || event === 'month_minimum') && fixed > 0,
  )
  for (const currency of new Set(owing.map((line) => line.currency_code ?? ofScheme))) {
    const owed = currency === null ? null : await owedIn(db, currency, id, day)
    if (owed) return owed
  }
  return null
}

async function owedIn(db: Reader, currency_code: string, scheme: string, day: string): Promise<MonthOwed | null> {
  const { rows } = await sql<{ name: string; in_all: number }>`
    select m.name, count(*) over () as in_all from merchant m
    where exists (select from ${payments(day)}) and not exists (select from ${payments(day)} and b.currency_code = ${currency_code})
      and has_scheme_from(m.id, 'REVENUE', ${scheme}, ${day})
    order by m.name, m.id limit ${mostNamedOwing}`.execute(db)
  const [first] = rows
  return first ? { currency_code, merchants: first.in_all, names: rows.map(({ name }) => name) } : null
}

/** Sums `b` of what processors paid for a merchant `m`. */
const payments = (day: string) => sql`ledger_balance b
  where b.merchant_id = m.id and b.code = ${sql.lit(ledgerKinds.capture.debit)} and b.debit > 0
    and b.business_day > ${day}::date - make_interval(months => ${rehearsedPayments_months})`

/** Refuses a month that merchants would owe, unless whoever activates it says that they saw it. */
export async function requireSeenMonthOwed(
  db: Reader,
  scheme: OfScheme,
  version: string,
  { day, isSeen }: { day: string; isSeen: boolean },
): Promise<void> {
  if (isSeen) return
  const owed = await monthOwed(db, scheme, version, day)
  if (owed) throw new Refusal('month_owed', { 'lines.month_owed': owed.names })
}
