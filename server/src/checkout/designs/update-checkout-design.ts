import { Refusal } from '@kontor/contract/refusal'
import { visibleOrganisation } from '../../identity/access/visible-organisation.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { type DesignInput, designValues } from './design-values.ts'
import { lockDesign } from './locked-design.ts'

export async function updateCheckoutDesign(trx: Trx, actor: Actor, id: string, input: DesignInput): Promise<void> {
  const { merchant_id } = await lockDesign(trx, actor, id)
  const to = input.organisation && (await visibleOrganisation(trx, actor, input.organisation))
  // A design never moves to another merchant.
  if (to && to.merchant !== merchant_id) throw new Refusal('invalid_request', { 'body.organisation': 'not_found' })
  await trx
    .updateTable('checkout')
    .set({ ...(await designValues(trx, input)), ...(to ? { organisation_id: to.id } : {}) })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}
