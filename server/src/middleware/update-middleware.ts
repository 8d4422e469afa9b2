import type { ReadBody } from '@kontor/contract/endpoint'
import type { updateMiddlewareEndpoint } from '@kontor/contract/middleware/middleware.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { visibleOrganisation } from '../identity/access/visible-organisation.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { refusesNothing } from './create-middleware.ts'
import { lockMiddleware } from './seen-middleware.ts'
import { unpaused } from './unpaused.ts'

/** Changes what is given. Another address is asked at once, even if the one before was paused. */
export async function updateMiddleware(
  trx: Trx,
  actor: Actor,
  id: string,
  { organisation, ...given }: ReadBody<typeof updateMiddlewareEndpoint>,
): Promise<void> {
  const found = await lockMiddleware(trx, actor, id)
  if (found.kind === 'after' && given.when_silent === 'refuse') throw refusesNothing()
  const moves = organisation !== undefined && organisation !== found.organisation_id
  if (moves && (await visibleOrganisation(trx, actor, organisation)).merchant !== found.merchant_id)
    throw new Refusal('invalid_request', { 'body.organisation': 'not_found' })
  const isElsewhere = given.url !== undefined && given.url !== found.url
  const values = { ...given, ...(moves ? { organisation_id: organisation } : {}), ...(isElsewhere ? unpaused : {}) }
  if (Object.keys(values).length === 0) return
  await trx
    .updateTable('middleware')
    .set(values)
    .where('merchant_id', '=', found.merchant_id)
    .where('id', '=', id)
    .execute()
}
