import { ownOrganisation, visibleOrganisation } from '../../identity/access/visible-organisation.ts'
import { requireActiveMerchant } from '../../organisations/merchants/active-merchant.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { type DesignInput, designValues } from './design-values.ts'

export async function createCheckoutDesign(trx: Trx, actor: Actor, input: DesignInput, now: Date): Promise<string> {
  const { id: organisation_id, merchant } = input.organisation
    ? await visibleOrganisation(trx, actor, input.organisation)
    : await ownOrganisation(trx, actor)
  await requireActiveMerchant(trx, merchant)
  const { id, created_at } = newId(now)
  await trx
    .insertInto('checkout')
    .values({ ...(await designValues(trx, input)), merchant_id: merchant, id, created_at, organisation_id })
    .execute()
  return id
}
