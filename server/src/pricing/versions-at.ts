import { inCurrencyOf, type Line, type SchemeType, schemeTypes } from '@kontor/contract/pricing/price.rules'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../platform/db/database.ts'
import { linesOfEach } from './versions/lines-of.ts'

/** The types in the order in which they are shown. */
export const everyType = sql`array[${sql.join(schemeTypes.map((type) => sql.lit(type)))}]`

/** A version of a scheme with its lines, as payments are priced by it. */
export interface PricingVersion {
  id: string
  number: number
  scheme_id: string
  type: SchemeType
  /** Of a RESERVE scheme: millionths of a capture, and days. */
  hold_ppm: number | null
  hold_days: number | null
  /** In minor units of `currency_code`; null: without an end. */
  hold_cap: number | null
  /** Null: GROSS. */
  hold_base: 'GROSS' | 'NET' | null
  /** Of a PARTNER scheme: what the percentages of its lines are of. */
  share_of: 'MARGIN' | 'FEE' | 'VOLUME' | null
  /** Each names its currency, where the scheme has one. */
  lines: (Line & { id: number })[]
  /** Of its scheme. */
  currency_code: string | null
}

/** The versions of a merchant on a business day, by type; a type without one prices nothing. */
export type Pricing = Partial<Record<SchemeType, PricingVersion>>

/** Loads what prices these merchants' events on these business days (`2026-10-31`), each version once. */
export async function versionsAt(
  db: Reader,
  asked: readonly { merchant_id: string; day: string }[],
): Promise<(merchant: string, day: string) => Pricing> {
  const { rows } = await sql<{ merchant_id: string; day: string; type: SchemeType; version_id: string }>`
    select asked.merchant_id, asked.day::text as day, types.type, found.version_id
    from unnest(${asked.map((each) => each.merchant_id)}::uuid[], ${asked.map((each) => each.day)}::date[])
        as asked (merchant_id, day)
      cross join unnest(${everyType}) as types (type)
      cross join lateral (select scheme_version_at(asked.merchant_id, types.type, asked.day) as version_id) as found
    where found.version_id is not null`.execute(db)
  const versions = await loadVersions(db, [...new Set(rows.map((row) => row.version_id))])
  const found = new Map<string, Pricing>()
  for (const row of rows) {
    const key = `${row.merchant_id} ${row.day}`
    found.set(key, { ...found.get(key), [row.type]: versions.get(row.version_id) })
  }
  return (merchant, day) => found.get(`${merchant} ${day}`) ?? {}
}

/** Versions with their lines, by their ids. */
export async function loadVersions(db: Reader, ids: string[]): Promise<Map<string, PricingVersion>> {
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('scheme_version as v')
    .innerJoin('scheme as s', 's.id', 'v.scheme_id')
    .select(['v.id', 'v.number', 'v.scheme_id', 'v.type', 's.currency_code'])
    .select(['v.hold_ppm', 'v.hold_days', 'v.hold_cap', 'v.hold_base', 'v.share_of'])
    .where('v.id', 'in', ids)
    .execute()
  const lines = await linesOfEach(db, ids)
  return new Map(
    found.map((version) => [
      version.id,
      // The CHECKs of the table hold the words of a version.
      { ...version, lines: inCurrencyOf(version.currency_code, lines.get(version.id) ?? []) } as PricingVersion,
    ]),
  )
}

/**
 * The volume from which the tier of a merchant begins, by a column of what it captured in the month before; null there is 0. Merchants
 * in one tier have one price.
 */
export const lowestOf = (volume: string, tiers: readonly number[]): RawBuilder<number> => sql`
  (${tiers}::bigint[])[width_bucket(coalesce(${sql.ref(volume)}, 0), ${tiers}::bigint[])]`
