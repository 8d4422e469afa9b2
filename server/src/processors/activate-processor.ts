import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { openedCredential } from './connections.ts'
import { missingIn } from './credentials/credential-values.ts'
import { gatewayNamed } from './gateways.ts'
import { lockProcessor } from './seen-processor.ts'

/** Lets payment profiles take payments with a processor again. */
export async function activateProcessor(trx: Trx, actor: Actor, id: string, masterKey: string): Promise<void> {
  const found = await lockProcessor(trx, actor, id)
  const { merchant_id, mode, gateway } = found
  const values = openedCredential(masterKey, found, found.credential)
  if (missingIn(gatewayNamed(gateway).manifest.credential, mode, values).length > 0)
    throw new Refusal('credential_incomplete')
  await trx
    .updateTable('processor')
    .set({ active: true })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}
