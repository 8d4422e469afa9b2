import type { ReadBody } from '@kontor/contract/endpoint'
import type { cancelSettlementUpdateEndpoint } from '@kontor/contract/payouts/updates/settlement-update.endpoints'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { refuseCardNumber } from '../../platform/refuse-card-number.ts'
import { changeUpdate, lockOpenUpdate } from './locked-settlement-update.ts'

/** Ends an update that waits for a second person: nothing was changed by it. Whoever asked for it may do that, too. */
export async function cancelSettlementUpdate(
  trx: Trx,
  actor: Actor,
  id: string,
  { reason }: ReadBody<typeof cancelSettlementUpdateEndpoint>,
): Promise<void> {
  await refuseCardNumber(trx, 'body.reason', reason)
  const update = await lockOpenUpdate(trx, actor, id)
  const ended = { status: 'CANCELLED', cancelled_by: actor.name ?? '', cancellation_reason: reason.trim() }
  await changeUpdate(trx, update, ended)
}
