import type pg from 'pg'
import { deriveFrom, openingKeys } from './key-ring.ts'
import { fingerprintOf, openBytes, type Place, sealBytes } from './sealed.ts'

interface Queryable {
  query<Row extends pg.QueryResultRow>(statement: string): Promise<pg.QueryResult<Row>>
}

const place: Place = { merchant: 'installation', record: 'derivation_key' }

export const sealDerivation = (masterKey: string, derivation: string): Buffer =>
  sealBytes(masterKey, place, Buffer.from(derivation, 'base64'))

/**
 * Reads what the database derives from, and keeps it beside the master key: a key that is sealed there, or, until the first
 * rotation has ended, the master key that the database knows. Throws when none of the process's keys opens it.
 */
export async function learnDerivation(db: Queryable, masterKey: string): Promise<string> {
  // The columns are read through the row's JSON, because older tables do not have them.
  const { rows } = await db.query<{ known: string | null; sealed: string | null }>(
    `select substr(to_jsonb(installation) ->> 'key_fingerprint', 3) as known,
      substr(to_jsonb(installation) ->> 'derivation_key', 3) as sealed from installation`,
  )
  const { known, sealed } = rows[0] ?? {}
  const derivation = sealed
    ? openBytes(masterKey, place, Buffer.from(sealed, 'hex')).toString('base64')
    : (openingKeys(masterKey).find((key) => fingerprintOf(key).toString('hex') === known) ?? masterKey)
  deriveFrom(masterKey, derivation)
  return derivation
}
