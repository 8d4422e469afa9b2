import { Refusal } from '@kontor/contract/refusal'
import type { Reader } from '../../platform/db/database.ts'
import type { StoredScheme } from '../locked-scheme.ts'
import type { OfVersion } from './locked-version.ts'

/** The scheme of a version, for reading it; refuses a version of another scheme, and a scheme of another type. */
export async function schemeOfVersion(
  db: Reader,
  id: string,
  { type, version }: OfVersion,
): Promise<Pick<StoredScheme, 'type' | 'currency_code'>> {
  const found = await db
    .selectFrom('scheme_version as v')
    .innerJoin('scheme as s', 's.id', 'v.scheme_id')
    .select('s.currency_code')
    .where('v.id', '=', version)
    .where('s.id', '=', id)
    .where('s.type', '=', type)
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return { ...found, type }
}
