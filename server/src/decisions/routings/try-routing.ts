import { otherwise } from '@kontor/contract/decisions/routings/otherwise'
import type { tryRoutingEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import { type Branch, endpointsOf, route, withIds } from '@kontor/contract/decisions/routings/tree.rules'
import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import { usableBy } from '../../organisations/shared-processors.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { lotsOf } from '../lots.ts'
import { passedBranches } from './passed-branches.ts'
import { namesOfProcessors, ofMerchant } from './processor-names.ts'
import { seenRouting } from './seen-routing.ts'

/** Where a payment would go, and why: of a routing, or of a tree that is not saved. */
export async function tryRouting(
  trx: Trx,
  actor: Actor,
  { routing, details, facts, transaction }: ReadBody<typeof tryRoutingEndpoint>,
  now: Date,
): Promise<ReplyOf<typeof tryRoutingEndpoint>> {
  const saved = routing === undefined ? undefined : await seenRouting(trx, actor, routing)
  const tree: Branch | undefined = saved?.details ?? (details && withIds(details))
  if (!tree) throw new Refusal('invalid_request', { 'body.details': 'required' })
  const payment = transaction ?? newId(now).id
  const draw = lotsOf(payment)
  const taken = route(tree, facts, draw)
  const other = otherwise(tree, taken, facts, draw)
  const names = await namesOfProcessors(trx, saved ? ofMerchant(saved.merchant_id) : usableBy(actor), endpointsOf(tree))
  const nameOf = (id: string) => names.get(id) ?? id
  return {
    processor: taken.processor,
    processor_name: nameOf(taken.processor),
    transaction: payment,
    path: passedBranches(tree, taken.path, facts),
    otherwise: other ? { ...other, processor_name: nameOf(other.processor) } : null,
  }
}
