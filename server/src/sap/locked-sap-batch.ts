import { Refusal } from '@kontor/contract/refusal'
import type { SapBatchStatus } from '@kontor/contract/sap/sap.rules'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Trx } from '../platform/db/database.ts'
import { type Locked, lockRow } from '../platform/db/locked.ts'
import type { SapBatch } from '../schema.ts'

// A CHECK constraint allows only the contract's values.
export type StoredBatch = Omit<Selectable<SapBatch>, 'status' | 'covers'> & {
  status: SapBatchStatus
  covers_through: string
}

export async function lockSapBatch(trx: Trx, id: string): Promise<Locked<StoredBatch>> {
  const found = await lockRow(
    trx
      .selectFrom('sap_batch')
      .select(['id', 'created_at', 'number', 'transfers', 'status', 'last_status_update', 'sendings', 'created_by'])
      .select(sql<string>`(upper(covers) - 1)::text`.as('covers_through'))
      .where('id', '=', id)
      .$castTo<StoredBatch>(),
  )
  if (!found) throw new Refusal('not_found')
  return found
}

export const changeBatch = (trx: Trx, { id }: Locked<StoredBatch>, values: Updateable<SapBatch>) =>
  trx.updateTable('sap_batch').set(values).where('id', '=', id).execute()
