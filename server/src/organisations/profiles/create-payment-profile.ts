import type { ReadBody } from '@kontor/contract/endpoint'
import type { createPaymentProfileEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { visibleOrganisation } from '../../identity/access/visible-organisation.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuseUnknownCategory } from '../merchants/merchant-categories.ts'
import { accountNotFound, payableAccount } from './profile-bank-account.ts'
import { holdChecks, keepChecked, writeMiddleware } from './profile-middleware.ts'
import { writeProcessors } from './profile-processors.ts'
import { lockRoutes, requireRoutes, writeRoutes } from './profile-routing.ts'

/** Creates a payment profile, with processors, middleware and routings if they are given. */
export async function createPaymentProfile(
  trx: Trx,
  actor: Actor,
  {
    organisation,
    processors = [],
    middleware = [],
    routing = {},
    bank_account,
    ...values
  }: ReadBody<typeof createPaymentProfileEndpoint>,
  now: Date,
): Promise<string> {
  refuseUnknownCategory(values.mcc)
  const owner = await visibleOrganisation(trx, actor, organisation)
  const account = bank_account ? await payableAccount(trx, actor, bank_account) : null
  if (account && account.merchant_id !== owner.merchant) throw accountNotFound()
  await lockRoutes(trx, routing)
  await holdChecks(trx, owner.merchant)
  const { id, created_at } = newId(now)
  await trx
    .insertInto('payment_profile')
    .values({
      ...values,
      ...{ merchant_id: owner.merchant, id, created_at, organisation_id: owner.id },
      bank_account_id: account?.id ?? null,
    })
    .execute()
  await writeProcessors(trx, actor, { merchant_id: owner.merchant, id }, processors)
  await writeMiddleware(trx, actor, { merchant_id: owner.merchant, id }, middleware)
  await keepChecked(trx, actor, { merchant_id: owner.merchant, id })
  await writeRoutes(trx, actor, { merchant_id: owner.merchant, id }, routing)
  await requireRoutes(trx, actor, { merchant_id: owner.merchant, id }, processors)
  return id
}
