import type { ReadBody } from '@kontor/contract/endpoint'
import type { updateProcessorEndpoint } from '@kontor/contract/processors/processor.endpoints'
import { inTurnOfPlace, refuseWhileShared } from '../organisations/shared-processors.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { changedPlace } from './changed-place.ts'
import { lockProcessor } from './seen-processor.ts'

/** Changes what is given. A processor that moves is lent to nobody, and needs a user who sees where it moves to. */
export async function updateProcessor(
  trx: Trx,
  actor: Actor,
  id: string,
  { organisation, user, ...named }: ReadBody<typeof updateProcessorEndpoint>,
): Promise<void> {
  // Before the processor, in the order of those who offer it.
  if (organisation !== undefined) await inTurnOfPlace(trx, id)
  const found = await lockProcessor(trx, actor, id)
  if (organisation !== undefined && organisation !== found.organisation_id) await refuseWhileShared(trx, found)
  const values = { ...named, ...(await changedPlace(trx, actor, found, { organisation, user })) }
  if (Object.keys(values).length === 0) return
  await trx
    .updateTable('processor')
    .set(values)
    .where('merchant_id', '=', found.merchant_id)
    .where('id', '=', id)
    .execute()
}
