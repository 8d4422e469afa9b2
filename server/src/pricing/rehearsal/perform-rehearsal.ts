import { sql } from 'kysely'
import type { Databases, Reader } from '../../platform/db/database.ts'
import { type Days, monthsOf } from '../../platform/time/months.ts'
import { loadVersions, type PricingVersion } from '../versions-at.ts'
import { type RehearsedMonth, rehearseMonth } from './rehearse-month.ts'

/** A rehearsal that this process has taken. */
export interface ClaimedRehearsal {
  id: string
  lease: string
  tries: number
}

export interface RehearsalHouse {
  databases: Pick<Databases, 'provider'>
  /** Seconds after which another process takes over from one that was killed. It is renewed while a month goes on. */
  lease_s: number
  /** Aborted: the process stops, and another one goes on with the next month. */
  stopping: AbortSignal
}

/** A month that failed so often is given up. */
const mostTries = 4

/**
 * Carries a rehearsal out from the first month that is not done. A month is written with its number in one transaction, so that it
 * counts once whatever happens in between.
 */
export async function performRehearsal(house: RehearsalHouse, claimed: ClaimedRehearsal): Promise<void> {
  const { provider } = house.databases
  const found = await provider
    .selectFrom('scheme_rehearsal')
    .select(['version_id', 'first_day', 'last_day', 'merchant_ids', 'months_done'])
    .where('id', '=', claimed.id)
    .where('lease', '=', claimed.lease)
    .executeTakeFirst()
  if (!found) return
  if (claimed.tries > mostTries) return giveUp(provider, claimed)
  const version = (await loadVersions(provider, [found.version_id])).get(found.version_id)
  if (!version) return
  const months = [...monthsOf({ first: found.first_day, last: found.last_day })]
  for (const month of months.slice(found.months_done)) {
    if (house.stopping.aborted) return letGo(provider, claimed)
    const isOurs = await ofMonth(house, claimed, { month, merchants: found.merchant_ids, version })
    if (!isOurs) return
  }
  await finish(provider, claimed)
}

interface Asked {
  month: Days
  merchants: readonly string[]
  version: PricingVersion
}

/** False: the rehearsal is somebody else's by now, or was deleted. */
async function ofMonth(
  house: RehearsalHouse,
  claimed: ClaimedRehearsal,
  { month, merchants, version }: Asked,
): Promise<boolean> {
  const { provider } = house.databases
  const renewing = setInterval(() => {
    // A renewal that fails leaves the lease to end, and the month to be done again.
    renew(provider, house, claimed).catch(() => {})
  }, house.lease_s * 300)
  try {
    const done = await rehearseMonth(house.databases, month, merchants, version)
    return await keep(house, claimed, done)
  } finally {
    clearInterval(renewing)
  }
}

const renew = (db: Reader, { lease_s }: RehearsalHouse, { id, lease }: ClaimedRehearsal) =>
  sql`update scheme_rehearsal set lease_until = now() + make_interval(secs => ${lease_s})
    where id = ${id} and lease = ${lease}`.execute(db)

/** Adds a month to the months before it. */
const keep = (house: RehearsalHouse, claimed: ClaimedRehearsal, month: RehearsedMonth): Promise<boolean> =>
  house.databases.provider.transaction().execute(async (trx) => {
    const counted = (value: (part: RehearsedMonth['parts'][number]) => bigint) =>
      String(month.parts.reduce((sum, part) => sum + value(part), 0n))
    const captures = counted(({ event, payments }) => (event === 'capture' ? BigInt(payments) : 0n))
    const { numAffectedRows } = await sql`
      update scheme_rehearsal set months_done = months_done + 1, tries = 0, captures = captures + ${captures}::bigint,
        captures_booked = captures_booked + ${month.captures_booked}, fees = fees + ${counted(({ old_fee }) => BigInt(old_fee))}::numeric,
        fees_booked = fees_booked + ${month.fees_booked}::numeric,
        left_out = array(select distinct unnest(left_out || ${month.left_out}::text[]) order by 1),
        lease_until = now() + make_interval(secs => ${house.lease_s})
      where id = ${claimed.id} and lease = ${claimed.lease}`.execute(trx)
    if (numAffectedRows !== 1n) return false
    await sql`
      insert into scheme_rehearsal_part as p (merchant_id, rehearsal_id, currency_code, event, old_line, new_line, payments, volume,
        old_fee, new_fee, cost)
      select merchant_id, ${claimed.id}, currency_code, event, old_line, new_line, payments, volume, old_fee, new_fee, cost
      from json_to_recordset(${JSON.stringify(month.parts)}) as x(merchant_id uuid, currency_code text, event text, old_line int,
        new_line int, payments bigint, volume numeric, old_fee numeric, new_fee numeric, cost numeric)
      on conflict (rehearsal_id, merchant_id, currency_code, event, old_line, new_line) do update set
        payments = p.payments + excluded.payments, volume = p.volume + excluded.volume, old_fee = p.old_fee + excluded.old_fee,
        new_fee = p.new_fee + excluded.new_fee, cost = p.cost + excluded.cost`.execute(trx)
    return true
  })

const over = sql`status = 'PROCESSED', finished_at = engine_now(), lease = null, lease_until = null`

const finish = (db: Reader, { id, lease }: ClaimedRehearsal) =>
  sql`update scheme_rehearsal set ${over} where id = ${id} and lease = ${lease} and months_done = months`.execute(db)

async function giveUp(db: Reader, { id, lease }: ClaimedRehearsal): Promise<void> {
  await sql`update scheme_rehearsal set ${over}, failure = 'gave_up' where id = ${id} and lease = ${lease}`.execute(db)
}

/** Lets another process go on. The try does not count. */
async function letGo(db: Reader, { id, lease }: ClaimedRehearsal): Promise<void> {
  await sql`update scheme_rehearsal set lease = null, lease_until = null, tries = greatest(0, tries - 1)
    where id = ${id} and lease = ${lease}`.execute(db)
}
