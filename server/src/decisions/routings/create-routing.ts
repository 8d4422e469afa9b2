import type { createRoutingEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import { withIds } from '@kontor/contract/decisions/routings/tree.rules'
import type { ReadBody } from '@kontor/contract/endpoint'
import { visibleOrganisation } from '../../identity/access/visible-organisation.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { refusingTakenName } from '../../platform/db/taken-name.ts'
import { baseCurrency } from '../base-currency.ts'
import { requireKnownCategoriesIn } from '../known-categories.ts'
import { forgetNewDraft } from './drafts/delete-new-routing-draft.ts'
import { requireUsable, writeProcessorsOf } from './write-tree.ts'

/** Creates a routing. Branches without an id get one. */
export async function createRouting(
  trx: Trx,
  actor: Actor,
  { organisation, details, currency_code, ...values }: ReadBody<typeof createRoutingEndpoint>,
  now: Date,
): Promise<string> {
  requireKnownCategoriesIn(details)
  const owner = await visibleOrganisation(trx, actor, organisation)
  const of = { merchant_id: owner.merchant, payment_product: values.payment_product }
  await requireUsable(trx, actor, of, details)
  const tree = withIds(details)
  const { id, created_at } = newId(now)
  const row = {
    ...values,
    merchant_id: owner.merchant,
    id,
    created_at,
    updated_at: created_at,
    organisation_id: owner.id,
    currency_code: currency_code ?? (await baseCurrency(trx, owner.merchant)),
    details: JSON.stringify(tree),
  }
  await refusingTakenName('routing_name', trx.insertInto('routing').values(row).execute())
  await writeProcessorsOf(trx, { ...of, id }, tree)
  if (actor.id !== null) await forgetNewDraft(trx, { merchant_id: owner.merchant, user_id: actor.id })
  return id
}
