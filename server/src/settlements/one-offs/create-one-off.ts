import type { ReadBody } from '@kontor/contract/endpoint'
import type { createOneOffEndpoint } from '@kontor/contract/settlements/one-offs/one-off.endpoints'
import { visibleOrganisation } from '../../identity/access/visible-organisation.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { checkedOneOff } from './checked-one-off.ts'

/** Writes down a one-off, which waits for its approval. */
export async function createOneOff(
  trx: Trx,
  actor: Actor,
  { organisation, ...values }: ReadBody<typeof createOneOffEndpoint>,
  now: Date,
): Promise<string> {
  const of = await visibleOrganisation(trx, actor, organisation)
  const checked = await checkedOneOff(trx, actor, { merchant: of.merchant, organisation: of.id }, values, now)
  const { id, created_at } = newId(now)
  await trx
    .insertInto('one_off')
    .values({
      ...checked,
      ...{ merchant_id: of.merchant, id, created_at, series_id: id },
      ...{ created_by: actor.name, authors: actor.id === null ? [] : [actor.id] },
    })
    .execute()
  return id
}
