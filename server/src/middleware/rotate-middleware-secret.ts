import { secretOverlap_h } from '@kontor/contract/middleware/middleware.rules'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { middlewareSecret } from './middleware-secret.ts'
import { lockMiddleware } from './seen-middleware.ts'

/** Replaces the secret. The one before signs as well for a day; the one before that no more. */
export async function rotateMiddlewareSecret(
  trx: Trx,
  actor: Actor,
  id: string,
  now: Date,
  masterKey: string,
): Promise<string> {
  const { merchant_id, secret_version: before } = await lockMiddleware(trx, actor, id)
  const secret_version = before + 1
  await trx
    .updateTable('middleware')
    .set({
      secret_version,
      secret_changed_at: now.toISOString(),
      previous_until: new Date(now.getTime() + secretOverlap_h * 3_600_000).toISOString(),
    })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
  return middlewareSecret(masterKey, { merchant_id, id, secret_version })
}
