import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../platform/db/database.ts'
import type { Locked } from '../platform/db/locked.ts'
import type { StoredScheme } from './locked-scheme.ts'

/** Refuses a scheme that is switched off, or that has no prices yet on that day: its merchants would have none. */
export async function requireApplicable(trx: Trx, scheme: Locked<StoredScheme>, day: string): Promise<void> {
  if (!scheme.active) throw new Refusal('scheme_inactive')
  const version = await trx
    .selectFrom('scheme_version')
    .select('id')
    .where('scheme_id', '=', scheme.id)
    .where('status', '=', 'ACTIVE')
    .where('valid_from', '<=', day)
    .executeTakeFirst()
  if (!version) throw new Refusal('scheme_gap', { 'body.valid_from': 'no_version' })
}
