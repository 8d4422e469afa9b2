import type { restoreRoutingEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import { endpointsOf } from '@kontor/contract/decisions/routings/tree.rules'
import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { changeRouting } from './change-routing.ts'
import { pastVersion } from './past-version.ts'
import { lockSeenVersion } from './seen-routing.ts'
import { requireUsable } from './write-tree.ts'

/** Gives a routing the tree, product and currency of an earlier version again. It keeps its name and organisation. */
export async function restoreRouting(
  trx: Trx,
  actor: Actor,
  id: string,
  { version, restored }: ReadBody<typeof restoreRoutingEndpoint>,
  now: Date,
): Promise<void> {
  const found = await lockSeenVersion(trx, actor, id, version)
  const past = await pastVersion(trx, { merchant: found.merchant_id, id, version: restored })
  if (!past) throw new Refusal('invalid_request', { 'body.restored': 'not_found' })
  const { payment_product, currency_code, details } = past
  const of = { merchant_id: found.merchant_id, payment_product }
  await requireUsable(trx, actor, of, details, endpointsOf(found.details))
  const { name, organisation_id } = found
  const wanted = { name, organisation_id, payment_product, currency_code, details }
  await changeRouting(trx, actor, found, { wanted, now })
}
