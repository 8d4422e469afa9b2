import type { ReadBody } from '@kontor/contract/endpoint'
import type { setPaymentProfileProcessorsEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { processorsOf } from './profile-processors.ts'
import { lockRoutes } from './profile-routing.ts'
import { lockProfile } from './seen-profile.ts'
import { updatePaymentProfile } from './update-payment-profile.ts'

/**
 * Sets the processors and their order, unless somebody changed them since they were seen. Routings may be set with them: a
 * processor and the routing that needs it come together. So may what happens when the first processor does not take a payment.
 */
export async function setPaymentProfileProcessors(
  trx: Trx,
  actor: Actor,
  id: string,
  { processors, seen, routing, failover }: ReadBody<typeof setPaymentProfileProcessorsEndpoint>,
): Promise<void> {
  await lockRoutes(trx, routing)
  const profile = await lockProfile(trx, actor, id)
  if ((await processorsOf(trx, profile)).join() !== seen.join()) throw new Refusal('processors_changed')
  await updatePaymentProfile(trx, actor, id, { processors, routing, failover })
}
