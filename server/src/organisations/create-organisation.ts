import type { ReadBody } from '@kontor/contract/endpoint'
import type { createOrganisationEndpoint } from '@kontor/contract/organisations/organisation.endpoints'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { lockTree, refuseMisplaced, visibleParent } from './organisation-tree.ts'

export async function createOrganisation(
  trx: Trx,
  actor: Actor,
  { parent, ...values }: ReadBody<typeof createOrganisationEndpoint>,
  now: Date,
): Promise<string> {
  const above = await visibleParent(trx, actor, parent)
  await lockTree(trx, above.merchant)
  const { id, created_at } = newId(now)
  await trx
    .insertInto('organisation')
    .values({ ...values, merchant_id: above.merchant, id, created_at, parent_id: above.id })
    .execute()
    .catch(refuseMisplaced)
  return id
}
