import type { ReadBody } from '@kontor/contract/endpoint'
import type { createOrganisationEndpoint } from '@kontor/contract/organisations/organisation.endpoints'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { lockTreeFor, refuseMisplaced, visibleParent } from './organisation-tree.ts'

export async function createOrganisation(
  trx: Trx,
  actor: Actor,
  { parent, ...values }: ReadBody<typeof createOrganisationEndpoint>,
  now: Date,
): Promise<string> {
  const { merchant } = await visibleParent(trx, actor, parent)
  const above = await visibleParent(trx, await lockTreeFor(trx, actor, merchant), parent)
  const { id, created_at } = newId(now)
  await trx
    .insertInto('organisation')
    .values({ ...values, merchant_id: merchant, id, created_at, parent_id: above.id })
    .execute()
    .catch(refuseMisplaced)
  return id
}
