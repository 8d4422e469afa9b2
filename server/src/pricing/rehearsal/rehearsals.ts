import type { ReplyOf } from '@kontor/contract/endpoint'
import type { listRehearsalsEndpoint } from '@kontor/contract/pricing/rehearsal/rehearsal.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { type Exact, onWire } from '../../platform/sums.ts'
import { schemeOfVersion } from '../versions/seen-version.ts'
import { type Charged, chargedMerchants } from './portfolio.ts'
import { type Counted, exactSums, type SummedUp, sumOfPayments } from './rehearsal-sums.ts'
import { countingRehearsal, countsFor } from './require-rehearsal.ts'

type Reply = ReplyOf<typeof listRehearsalsEndpoint>
type Rehearsal = Reply['rehearsals'][number]

const mostShown = 20

/** The latest rehearsals of a version with the one that counts, however old it is, and whether activating it needs one. */
export async function listRehearsals(db: Reader, id: string, { version }: { version: string }): Promise<Reply> {
  await schemeOfVersion(db, id, { type: 'REVENUE', version })
  const { rows } = await sql<{ status: string }>`select status from scheme_version where id = ${version}`.execute(db)
  const charged = await chargedMerchants(db, id)
  const is_needed = rows[0]?.status !== 'ACTIVE' && charged.merchants.length > 0
  return { is_needed, rehearsals: await rehearsalsOf(db, version, charged) }
}

export async function oneRehearsal(db: Reader, id: string, version: string, rehearsal: string): Promise<Rehearsal> {
  const [found] = await rehearsalsOf(db, version, await chargedMerchants(db, id), rehearsal)
  if (!found) throw new Refusal('not_found')
  return found
}

/** `only`: the id of one. */
async function rehearsalsOf(db: Reader, version: string, charged: Charged, only?: string): Promise<Rehearsal[]> {
  const { rows } = await sql<Omit<Rehearsal, 'totals'>>`
    with counting as materialized (
      select ${countingRehearsal(version, sql`v.revision`, charged)} as id from scheme_version v where v.id = ${version})
    select r.id, r.created_at, r.created_by, r.revision, r.first_day, r.last_day, r.is_portfolio,
      cardinality(r.merchant_ids) as merchants, r.status, r.failure, r.months, r.months_done, r.finished_at, r.captures,
      r.captures_booked, r.captures = r.captures_booked and r.fees = r.fees_booked as is_exact, r.left_out,
      ${countsFor(sql`v.revision`, charged)} as is_recent,
      r.id is not distinct from (select id from counting) as counts
    from scheme_rehearsal r join scheme_version v on v.id = r.version_id
    where r.version_id = ${version} and ${only ? sql`r.id = ${only}` : sql`(r.id = (select id from counting) or r.id in (${latest(version)}))`}
    order by r.created_at desc, r.id desc`.execute(db)
  const totals = await totalsOf(
    db,
    rows.map((each) => each.id),
  )
  return rows.map((each) => onWire<Rehearsal>({ ...each, totals: totals.get(each.id) ?? [] } as Exact<Rehearsal>))
}

const latest = (version: string) => sql`
  select id from scheme_rehearsal where version_id = ${version} order by created_at desc, id desc limit ${mostShown}`

async function totalsOf(db: Reader, ids: readonly string[]): Promise<Map<string, SummedUp[]>> {
  const { rows } = await sql<Counted & { rehearsal_id: string; currency_code: string }>`
    select rehearsal_id, currency_code, ${sumOfPayments} as payments, sum(volume) as volume, sum(old_fee) as old_fee,
      sum(new_fee) as new_fee, sum(cost) as cost
    from scheme_rehearsal_part where rehearsal_id = any(${ids}::uuid[]) group by 1, 2 order by 1, 3 desc, 2`.execute(db)
  const found = new Map<string, SummedUp[]>()
  for (const { rehearsal_id, currency_code, ...counted } of rows)
    found.set(rehearsal_id, [...(found.get(rehearsal_id) ?? []), { currency_code, ...exactSums(counted) }])
  return found
}
