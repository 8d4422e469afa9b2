import type { ReadBody } from '@kontor/contract/endpoint'
import type { setPaymentProfileMiddlewareEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { middlewareOf } from './profile-middleware.ts'
import { lockProfile } from './seen-profile.ts'
import { updatePaymentProfile } from './update-payment-profile.ts'

/** Sets the middleware and its order, unless somebody changed it since it was seen. */
export async function setPaymentProfileMiddleware(
  trx: Trx,
  actor: Actor,
  id: string,
  { middleware, seen }: ReadBody<typeof setPaymentProfileMiddlewareEndpoint>,
): Promise<void> {
  const profile = await lockProfile(trx, actor, id)
  if ((await middlewareOf(trx, profile)).join() !== seen.join()) throw new Refusal('middleware_changed')
  await updatePaymentProfile(trx, actor, id, { middleware })
}
