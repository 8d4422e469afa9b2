import type { Line, SchemeType } from '@kontor/contract/pricing/price.rules'
import { sql } from 'kysely'
import type { Reader } from '../platform/db/database.ts'

/** A version of a scheme with its lines, as payments are priced by it. */
export interface PricingVersion {
  id: string
  number: number
  scheme_id: string
  type: SchemeType
  /** Of a RESERVE scheme: millionths of a capture, and days. */
  hold_ppm: number | null
  hold_days: number | null
  /** Of a PARTNER scheme. */
  share_of: 'MARGIN' | 'FEE' | 'VOLUME' | null
  /** A line without a currency has that of its scheme here. */
  lines: (Line & { id: number })[]
}

/** The versions of a merchant on a business day, by type; a type without one prices nothing. */
export type Pricing = Partial<Record<SchemeType, PricingVersion>>

/** Loads what prices these merchants' events on these business days (`2026-10-31`), each version once. */
export async function versionsAt(
  db: Reader,
  asked: readonly { merchant_id: string; day: string }[],
): Promise<(merchant: string, day: string) => Pricing> {
  const { rows } = await sql<{ merchant_id: string; day: string; type: SchemeType; version_id: string }>`
    select asked.merchant_id, asked.day::text as day, types.type, v.id as version_id
    from unnest(${asked.map((each) => each.merchant_id)}::uuid[], ${asked.map((each) => each.day)}::date[])
        as asked (merchant_id, day)
      cross join unnest(array['REVENUE', 'COST', 'RESERVE', 'PARTNER']) as types (type)
      cross join lateral scheme_version_at(asked.merchant_id, types.type, asked.day) as v (id)
    where v.id is not null`.execute(db)
  const versions = await loadVersions(db, [...new Set(rows.map((row) => row.version_id))])
  const found = new Map<string, Pricing>()
  for (const row of rows) {
    const key = `${row.merchant_id} ${row.day}`
    found.set(key, { ...found.get(key), [row.type]: versions.get(row.version_id) })
  }
  return (merchant, day) => found.get(`${merchant} ${day}`) ?? {}
}

async function loadVersions(db: Reader, ids: string[]): Promise<Map<string, PricingVersion>> {
  const found = await db
    .selectFrom('scheme_version as v')
    .innerJoin('scheme as s', 's.id', 'v.scheme_id')
    .select(['v.id', 'v.number', 'v.scheme_id', 'v.type', 'v.hold_ppm', 'v.hold_days', 'v.share_of', 's.currency_code'])
    .where('v.id', 'in', [...ids, '00000000-0000-0000-0000-000000000000'])
    .execute()
  const lines = await db
    .selectFrom('scheme_line')
    .selectAll()
    .where('version_id', 'in', [...ids, '00000000-0000-0000-0000-000000000000'])
    .orderBy('position')
    .execute()
  const byVersion = Map.groupBy(lines, (line) => line.version_id)
  return new Map(
    found.map(({ currency_code, ...version }) => [
      version.id,
      {
        ...version,
        lines: (byVersion.get(version.id) ?? []).map((line) => ({
          ...line,
          currency_code: line.currency_code ?? currency_code,
        })),
      } as PricingVersion,
    ]),
  )
}
