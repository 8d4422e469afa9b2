import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../platform/db/actor.ts'
import { type Trx, violatedConstraint } from '../platform/db/database.ts'
import { lockTerminal } from './locked-terminal.ts'

/**
 * Deletes a terminal without payments. The foreign key of payments detects one, and makes a payment that begins
 * meanwhile wait, or waits for it.
 */
export async function deleteTerminal(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { merchant_id: merchant } = await lockTerminal(trx, actor, id)
  await trx.deleteFrom('terminal_request').where('merchant_id', '=', merchant).where('terminal_id', '=', id).execute()
  await trx
    .deleteFrom('terminal')
    .where('merchant_id', '=', merchant)
    .where('id', '=', id)
    .execute()
    .catch((error) => {
      throw violatedConstraint(error) === undefined ? error : new Refusal('terminal_in_use')
    })
}
