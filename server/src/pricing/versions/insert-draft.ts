import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import { firstHold } from '@kontor/contract/pricing/scheme.rules'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { authorOf } from './author.ts'
import type { TermsOfVersion } from './locked-version.ts'

interface Before extends TermsOfVersion {
  number: number
}

/** A draft with the next number and the terms of the version before it. */
export async function insertDraft(
  trx: Trx,
  actor: Actor,
  { id: scheme_id, type }: { id: string; type: SchemeType },
  now: Date,
  before?: Before,
): Promise<string> {
  const { id, created_at } = newId(now)
  const firstTerms = { ...(type === 'RESERVE' ? firstHold : {}), share_of: type === 'PARTNER' ? 'MARGIN' : null }
  const { number = 0, ...terms }: Partial<Before> = before ?? firstTerms
  await trx
    .insertInto('scheme_version')
    .values({
      ...{ id, created_at, scheme_id, type, number: number + 1, ...terms },
      created_by: actor.name,
      author_ids: [authorOf(actor)],
    })
    .execute()
  return id
}
