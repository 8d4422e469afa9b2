import type { ReadBody } from '@kontor/contract/endpoint'
import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import type { createSchemeEndpoint } from '@kontor/contract/pricing/scheme.endpoints'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { refusingTakenName } from '../platform/db/taken-name.ts'
import { insertDraft } from './versions/insert-draft.ts'

export async function createScheme(
  trx: Trx,
  actor: Actor,
  { type, ...body }: ReadBody<(typeof createSchemeEndpoint)['REVENUE']> & { type: SchemeType },
  now: Date,
): Promise<string> {
  const { id, created_at } = newId(now)
  await refusingTakenName(
    'scheme_name',
    trx
      .insertInto('scheme')
      .values({ ...body, type, id, created_at })
      .execute(),
  )
  await insertDraft(trx, actor, { id, type }, now)
  return id
}
