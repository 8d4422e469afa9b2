import type { ReadBody } from '@kontor/contract/endpoint'
import type { updateProcessorEndpoint } from '@kontor/contract/processors/processor.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { visibleOrganisation } from '../organisations/visible-organisation.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { requireProcessorUser } from './require-processor-user.ts'
import { lockProcessor } from './seen-processor.ts'

/** Changes what is given. A processor that moves needs a user who sees where it moves to. */
export async function updateProcessor(
  trx: Trx,
  actor: Actor,
  id: string,
  { organisation, user, ...named }: ReadBody<typeof updateProcessorEndpoint>,
): Promise<void> {
  const found = await lockProcessor(trx, actor, id)
  const moves = organisation !== undefined && organisation !== found.organisation_id
  if (moves && (await visibleOrganisation(trx, actor, organisation)).merchant !== found.merchant_id)
    throw new Refusal('invalid_request', { 'body.organisation': 'not_found' })
  const place = { id: organisation ?? found.organisation_id, merchant: found.merchant_id }
  const chosen = user ?? found.user_id
  if (moves && !chosen) throw new Refusal('invalid_request', { 'body.user': 'required' })
  if (chosen && (moves || user !== undefined)) await requireProcessorUser(trx, place, chosen)
  const values = { ...named, ...(moves ? { organisation_id: place.id } : {}), ...(user ? { user_id: user } : {}) }
  if (Object.keys(values).length === 0) return
  await trx
    .updateTable('processor')
    .set(values)
    .where('merchant_id', '=', found.merchant_id)
    .where('id', '=', id)
    .execute()
}
