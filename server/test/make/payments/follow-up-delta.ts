import { followUpDelta } from '../../../src/engine/records/statistics-delta.ts'
import type { StoredTransaction } from '../../../src/engine/records/stored-transaction.ts'
import type { Trx } from '../../../src/platform/db/database.ts'

/** A refund or chargeback counts with its transaction's properties, but in its own node. */
export async function addFollowUpDelta(
  trx: Trx,
  entity: 'refund' | 'chargeback',
  transaction: string,
  row: { created_at: string; status: string; amount: number; organisation_id: string },
): Promise<void> {
  const paid = await trx.selectFrom('transaction').selectAll().where('id', '=', transaction).executeTakeFirstOrThrow()
  const delta = followUpDelta(entity, paid as StoredTransaction, row, 1)
  await trx
    .insertInto('statistics_delta')
    .values({ ...delta, organisation_id: row.organisation_id })
    .execute()
}
