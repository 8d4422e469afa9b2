import type { Line } from '@kontor/contract/pricing/price.rules'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'

/** A row `l` of scheme_line as a `Line`; null when there is none. */
export const lineAsJson = sql<Line | null>`to_jsonb(l) - array['id', 'scheme_id', 'version_id', 'position']`

type KeptLine = Line & { id: number }

/** The lines of versions, by version and in the order of their numbers. */
export async function linesOfEach(db: Reader, versions: readonly string[]): Promise<Map<string, KeptLine[]>> {
  if (versions.length === 0) return new Map()
  const rows = await db
    .selectFrom('scheme_line')
    .select([
      ...([
        'version_id',
        'id',
        'event',
        'gateway',
        'product',
        'brand',
        'holder',
        'funding',
        'region',
        'domestic',
        'channel',
      ] as const),
      ...([
        'currency_code',
        'amount_from',
        'amount_until',
        'tier_from',
        'tier_until',
        'fixed',
        'ppm',
        'minimum',
        'maximum',
      ] as const),
      ...([
        'passes_on',
        'text_nl',
        'text_en',
        'interchange_fixed',
        'interchange_ppm',
        'scheme_fees_fixed',
        'scheme_fees_ppm',
      ] as const),
    ])
    .where('version_id', 'in', versions)
    .orderBy('version_id')
    .orderBy('position')
    .execute()
  const found = new Map<string, KeptLine[]>()
  // The CHECKs of the table hold the words of a line.
  for (const { version_id, ...line } of rows)
    found.set(version_id, [...(found.get(version_id) ?? []), line as KeptLine])
  return found
}

export const linesOf = async (db: Reader, version: string): Promise<KeptLine[]> =>
  (await linesOfEach(db, [version])).get(version) ?? []
