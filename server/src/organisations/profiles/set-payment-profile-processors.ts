import type { ReadBody } from '@kontor/contract/endpoint'
import type { setPaymentProfileProcessorsEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { processorsOf, writeProcessors } from './profile-processors.ts'
import { lockProfile } from './seen-profile.ts'

/** Sets the processors and their order, unless somebody changed them since they were seen. */
export async function setPaymentProfileProcessors(
  trx: Trx,
  actor: Actor,
  id: string,
  { processors, seen }: ReadBody<typeof setPaymentProfileProcessorsEndpoint>,
): Promise<void> {
  const profile = await lockProfile(trx, actor, id)
  if ((await processorsOf(trx, profile)).join() !== seen.join()) throw new Refusal('processors_changed')
  await writeProcessors(trx, actor, profile, processors)
}
