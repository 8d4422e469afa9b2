import type { ReadBody } from '@kontor/contract/endpoint'
import type { createTagEndpoint } from '@kontor/contract/tags/tag.endpoints'
import { ownOrganisation, visibleOrganisation } from '../identity/access/visible-organisation.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { refuseTakenText, tagValues } from './tag-values.ts'

export async function createTag(
  trx: Trx,
  actor: Actor,
  { organisation, ...look }: ReadBody<typeof createTagEndpoint>,
  now: Date,
): Promise<string> {
  const of = organisation ? await visibleOrganisation(trx, actor, organisation) : await ownOrganisation(trx, actor)
  const { id, created_at } = newId(now)
  await trx
    .insertInto('tag')
    .values({ ...(await tagValues(trx, look)), merchant_id: of.merchant, id, created_at, organisation_id: of.id })
    .execute()
    .catch(refuseTakenText)
  return id
}
