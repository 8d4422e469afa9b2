import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import { versionTerms } from '@kontor/contract/pricing/scheme.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'
import { lockScheme, type StoredScheme } from '../locked-scheme.ts'

/** A version of a scheme as the address of a command names it. */
export interface OfVersion {
  type: SchemeType
  version: string
}

/** The CHECKs of the table hold which type has which. */
export interface TermsOfVersion {
  hold_ppm: number | null
  hold_days: number | null
  hold_cap: number | null
  hold_base: string | null
  share_of: string | null
}

export interface StoredVersion extends TermsOfVersion {
  id: string
  number: number
  status: 'DRAFT' | 'SUBMITTED' | 'ACTIVE'
  revision: number
  author_ids: string[]
}

interface OfScheme {
  scheme: Locked<StoredScheme>
  version: Locked<StoredVersion>
}

/** Holds the scheme and then the version, as every command does. */
export async function lockVersion(trx: Trx, id: string, { type, version }: OfVersion): Promise<OfScheme> {
  const scheme = await lockScheme(trx, type, id)
  const found = await lockRow(
    trx
      .selectFrom('scheme_version')
      .select(['id', 'number', 'status', 'revision', 'author_ids', ...versionTerms])
      .where('id', '=', version)
      .where('scheme_id', '=', id),
  )
  if (!found) throw new Refusal('not_found')
  return { scheme, version: found as Locked<StoredVersion> }
}

/** Refuses a version that is no draft: it may be under review, or payments may have been priced by it. */
export function requireDraft({ status }: Locked<StoredVersion>): void {
  if (status !== 'DRAFT') throw new Refusal('version_frozen')
}

/** Refuses a version that somebody saved since the caller saw it. */
export function requireSeen(version: Locked<StoredVersion>, revision: number): void {
  if (version.revision !== revision) throw new Refusal('version_changed')
}
