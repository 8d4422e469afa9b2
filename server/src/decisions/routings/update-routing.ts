import type { updateRoutingEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import { canonical, endpointsOf, withIds } from '@kontor/contract/decisions/routings/tree.rules'
import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import { visibleOrganisation } from '../../identity/access/visible-organisation.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { requireKnownCategoriesIn } from '../known-categories.ts'
import { changeRouting } from './change-routing.ts'
import { deleteRoutingDraft } from './drafts/delete-routing-draft.ts'
import { lockSeenVersion } from './seen-routing.ts'
import { requireUsable } from './write-tree.ts'

/**
 * Changes what is given, as a new version. Refused when somebody else changed the routing since it was seen, and when a
 * payment profile that uses it lacks a processor of the new tree, or has one that the tree does not name.
 */
export async function updateRouting(
  trx: Trx,
  actor: Actor,
  id: string,
  { version, organisation, details, add_processors, ...given }: ReadBody<typeof updateRoutingEndpoint>,
  now: Date,
): Promise<void> {
  const found = await lockSeenVersion(trx, actor, id, version)
  const moves = organisation !== undefined && organisation !== found.organisation_id
  if (moves && (await visibleOrganisation(trx, actor, organisation)).merchant !== found.merchant_id)
    throw new Refusal('invalid_request', { 'body.organisation': 'not_found' })
  const wanted = {
    name: given.name ?? found.name,
    organisation_id: organisation ?? found.organisation_id,
    payment_product: given.payment_product ?? found.payment_product,
    currency_code: given.currency_code ?? found.currency_code,
    details: details ? withIds(details) : found.details,
  }
  const of = { merchant_id: found.merchant_id, payment_product: wanted.payment_product }
  const isOther =
    canonical(wanted.details) !== canonical(found.details) || wanted.payment_product !== found.payment_product
  if (isOther) requireKnownCategoriesIn(wanted.details)
  if (isOther) await requireUsable(trx, actor, of, wanted.details, endpointsOf(found.details))
  await changeRouting(trx, actor, found, { wanted, add_processors, now })
  // What it was a draft of is saved.
  if (actor.id !== null) await deleteRoutingDraft(trx, actor, id)
}
