import type { Trx } from '../../platform/db/database.ts'
import type { Capture } from '../outbox/operation.ts'
import { processorText } from '../records/processor-text.ts'

/** An id as it is kept. */
export const keptId = (external: string): string => processorText(external) || '-'

/** The processor's id of the capture that took money by this order. Null: none did, or it has no id. */
export async function idOfCapture(trx: Trx, { merchant_id, id }: Capture): Promise<string | null> {
  const { external_id } = await trx
    .selectFrom('outbox')
    .select('external_id')
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return external_id
}

/** Writes down the id by which a capture took money, as the first report of it tells. */
export async function noteCapture(trx: Trx, { merchant_id, id }: Capture, external: string): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ external_id: keptId(external) })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('external_id', 'is', null)
    .execute()
}
