import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { requireComplete } from './credentials/require-complete.ts'
import { gatewayNamed } from './gateways.ts'
import { lockProcessor } from './seen-processor.ts'

/** Lets payment profiles take payments with a processor again. */
export async function activateProcessor(trx: Trx, actor: Actor, id: string, masterKey: string): Promise<void> {
  const found = await lockProcessor(trx, actor, id)
  const { merchant_id, gateway } = found
  requireComplete(masterKey, found, gatewayNamed(gateway).manifest.credential)
  await trx
    .updateTable('processor')
    .set({ active: true })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}
