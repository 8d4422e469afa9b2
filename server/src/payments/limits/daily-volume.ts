import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'

interface Volume {
  merchant_id: string
  currency_code: string
  /** In minor units of the currency. */
  amount: number
  limit: number
  time_zone: string
  /** A payer is not told how much the merchant takes in. */
  isTold: boolean
}

/**
 * Counts a payment towards its merchant's business day, or refuses it without having written anything. The row stays locked
 * until the payment is committed, so that two at once do not exceed the limit. This is the last lock that a payment takes
 * before it is written.
 */
export async function takeVolume(trx: Trx, volume: Volume, now: Date): Promise<void> {
  if (volume.amount === 0 || (await isTaken(trx, volume, now))) return
  // Without a row nothing was compared yet. Who is over the limit must not take the lock for which ending payments wait.
  if (!(await hasDay(trx, volume, now))) await makeDay(trx, volume, now)
  // Another payment may have made the row in between.
  if (await isTaken(trx, volume, now)) return
  throw new Refusal(
    'daily_volume_exceeded',
    volume.isTold ? { daily_volume: volume.limit, currency_code: volume.currency_code } : {},
  )
}

async function isTaken(trx: Trx, { merchant_id, currency_code, amount, limit }: Volume, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('merchant_volume')
    .set({ amount: sql`amount + ${amount}::bigint` })
    .where('merchant_id', '=', merchant_id)
    .where('currency_code', '=', currency_code)
    .where('starts_at', '<=', now.toISOString())
    .where('ends_at', '>', now.toISOString())
    .where(sql<boolean>`amount + ${amount}::bigint <= ${limit}::bigint`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function hasDay(trx: Trx, { merchant_id, currency_code }: Volume, now: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('merchant_volume')
    .select('starts_at')
    .where('merchant_id', '=', merchant_id)
    .where('currency_code', '=', currency_code)
    .where('starts_at', '<=', now.toISOString())
    .where('ends_at', '>', now.toISOString())
    .executeTakeFirst()
  return row !== undefined
}

/** One at a time for a merchant. Those that waited find the row. */
async function makeDay(trx: Trx, volume: Volume, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('kontor.volume'), hashtext(${volume.merchant_id}))`.execute(trx)
  if (!(await hasDay(trx, volume, now))) await addUpDay(trx, volume, now)
}

/**
 * Makes the row of the day, from the payments that are committed. Payments that fail meanwhile come before or after. Payments
 * from before (docs/adr/0015) were not taken here, and an import of them must not close a shop.
 */
async function addUpDay(trx: Trx, { merchant_id, currency_code, time_zone }: Volume, now: Date): Promise<void> {
  await sql`
    insert into merchant_volume (merchant_id, currency_code, starts_at, ends_at, amount)
    select ${merchant_id}, ${currency_code}, day.starts_at, day.ends_at, (
      select coalesce(sum(t.amount), 0) from transaction t
      where t.merchant_id = ${merchant_id} and t.currency_code = ${currency_code}
        and t.created_at >= day.starts_at and t.created_at < day.ends_at
        and t.status not in ('DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED', 'AUTHORIZATION_VOIDED')
        and t.processor_id_external is distinct from 'prior_' || t.id)
    from (select date_trunc('day', ${now.toISOString()}::timestamptz at time zone ${time_zone}) as today) local,
      lateral (select today at time zone ${time_zone} as starts_at, (today + interval '1 day') at time zone ${time_zone} as ends_at) day
    on conflict do nothing`.execute(trx)
}
