import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockProcessorSettlement } from './seen-processor-settlement.ts'

/**
 * Lets a file be read once more, after the commit: a later version may understand more of it, or know more payments. A closed file
 * stays as it was closed.
 */
export async function readSettlementFile(
  trx: Trx,
  actor: Actor,
  id: string,
  { file }: { file: string },
): Promise<{ merchant_id: string; id: string }> {
  const { merchant_id } = await lockProcessorSettlement(trx, actor, id)
  // Closing takes the same lock.
  const found = await trx
    .selectFrom('processor_settlement_file')
    .select(['merchant_id', 'id', 'closed_at'])
    .where('merchant_id', '=', merchant_id)
    .where('processor_settlement_id', '=', id)
    .where('id', '=', file)
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  if (found.closed_at !== null) throw new Refusal('file_closed')
  await trx
    .updateTable('processor_settlement_file')
    .set({ status: 'RECEIVED', failed_line: null, failed_column: null, failed_why: null, compared_at: null })
    // Lines that are decided stay so; there may be more of them.
    .set({ reconciled_at: null })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', file)
    .execute()
  return { merchant_id, id: file }
}
