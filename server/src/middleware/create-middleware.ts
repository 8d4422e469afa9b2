import type { ReadBody } from '@kontor/contract/endpoint'
import type { createMiddlewareEndpoint } from '@kontor/contract/middleware/middleware.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { visibleOrganisation } from '../identity/access/visible-organisation.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { middlewareSecret } from './middleware-secret.ts'

/**
 * Creates a middleware with its first secret. It is active, and hears of the payments of the payment profiles that choose it.
 * One that is told outcomes refuses nothing.
 */
export async function createMiddleware(
  trx: Trx,
  actor: Actor,
  { organisation, ...values }: ReadBody<typeof createMiddlewareEndpoint>,
  now: Date,
  masterKey: string,
): Promise<{ id: string; secret: string }> {
  if (values.kind === 'after' && values.when_silent === 'refuse') throw refusesNothing()
  const owner = await visibleOrganisation(trx, actor, organisation)
  const { id, created_at } = newId(now)
  const place = { merchant_id: owner.merchant, id }
  await trx
    .insertInto('middleware')
    .values({ ...values, ...place, created_at, organisation_id: owner.id, secret_changed_at: created_at })
    .execute()
  return { id, secret: middlewareSecret(masterKey, { ...place, secret_version: 1 }) }
}

export const refusesNothing = () => new Refusal('invalid_request', { 'body.when_silent': 'invalid_value' })
