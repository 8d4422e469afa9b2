import { Refusal } from '@kontor/contract/refusal'
import { allMerchants } from '@kontor/contract/reports/report.rules'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'

/**
 * The merchant in view, the node of its tree that the actor sees, and the person. The provider's staff outside the view of a
 * merchant see all of them, which have no node.
 */
export async function placeOf(trx: Trx, { kind, id, psp, scope }: Actor) {
  if (kind !== 'user' || id === null) throw new Refusal('forbidden', { caller: 'person_only' })
  if (scope.merchant === null) {
    if (!psp) throw new Refusal('forbidden')
    return { merchant_id: allMerchants, created_by_id: id, organisation_id: null }
  }
  const { merchant, organisations } = scope
  const place = { merchant_id: merchant, created_by_id: id }
  if (organisations === null) return { ...place, organisation_id: merchant }
  // What somebody sees is one node and everything below it.
  const { id: organisation_id } = await trx
    .selectFrom('organisation')
    .select('id')
    .where('merchant_id', '=', merchant)
    .where('id', 'in', organisations)
    .orderBy('depth')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { ...place, organisation_id }
}
