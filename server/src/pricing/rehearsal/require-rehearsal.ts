import { moneyEvents, type PriceEvent } from '@kontor/contract/pricing/price.rules'
import { rehearsalCounts_days } from '@kontor/contract/pricing/rehearsal/rehearsal.rules'
import { Refusal } from '@kontor/contract/refusal'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import type { StoredScheme } from '../locked-scheme.ts'
import type { StoredVersion } from '../versions/locked-version.ts'
import { type Charged, chargedMerchants } from './portfolio.ts'

/**
 * Refuses a version of a revenue scheme that would charge merchants with payments, unless it was rehearsed over the payments of
 * all of them, the last closed month included, with these lines and not long ago, and whoever activates it says that they saw which
 * events the rehearsal left out.
 */
export async function requireRehearsal(
  trx: Trx,
  { id, type }: Locked<StoredScheme>,
  version: Locked<StoredVersion>,
  { day, seen }: { day: string; seen: readonly PriceEvent[] },
): Promise<void> {
  if (type !== 'REVENUE') return
  const charged = await chargedMerchants(trx, id, day)
  if (charged.merchants.length === 0) return
  const { rows } = await sql<{ left_out: PriceEvent[] }>`
    select left_out from scheme_rehearsal where id = ${countingRehearsal(version.id, version.revision, charged)}`.execute(
    trx,
  )
  const [rehearsal] = rows
  if (!rehearsal) throw new Refusal('rehearsal_missing')
  const unseen = rehearsal.left_out.filter((event) => !seen.includes(event))
  if (unseen.length > 0) throw new Refusal('rehearsal_left_out', { 'lines.left_out': unseen })
}

/** The id of the rehearsal by which a version may be activated, as a value of SQL; null: there is none. */
export const countingRehearsal = (
  version: string,
  revision: number | RawBuilder<unknown>,
  charged: Charged,
): RawBuilder<string | null> => sql`
  (select r.id from scheme_rehearsal r where r.version_id = ${version} and ${countsFor(revision, charged)}
    order by cardinality(r.left_out), r.created_at desc, r.id desc limit 1)`

/**
 * Of a row `r` of rehearsals, as a condition of SQL. One that found no payment says nothing. One that differs from the ledger counts,
 * because another one may differ too and nobody can mend what is booked: the form warns of it, and a person decides.
 */
export const countsFor = (
  revision: number | RawBuilder<unknown>,
  { merchants, closed_day }: Charged,
): RawBuilder<boolean> => sql`
  (r.status = 'PROCESSED' and r.failure is null and r.is_portfolio and r.revision = ${revision}
    and r.finished_at > engine_now() - make_interval(days => ${rehearsalCounts_days})
    and (${closed_day}::date is null or ${closed_day}::date between r.first_day and r.last_day)
    and exists (select from scheme_rehearsal_part p where p.rehearsal_id = r.id and p.event in (${sql.join(moneyEvents)}))
    and not exists (select unnest(${merchants}::uuid[]) except select unnest(r.merchant_ids)))`
