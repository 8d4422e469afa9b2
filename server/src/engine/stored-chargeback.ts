import type { ChargebackStatus } from '@kontor/contract/disputes/chargeback.rules'
import type { ChargebackAnswer } from '@kontor/contract/processors/capabilities'
import type { Selectable } from 'kysely'
import type { Trx } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/ids.ts'
import type { Chargeback } from '../schema.ts'
import type { StoredTransaction } from './locked-transaction.ts'

export type StoredChargeback = Omit<Selectable<Chargeback>, 'status' | 'answer'> & {
  status: ChargebackStatus
  answer: ChargebackAnswer | null
}

/** A chargeback of a transaction, by its whole key. Whoever changes it has locked the transaction first. */
export async function findChargeback(
  trx: Trx,
  transaction: StoredTransaction,
  id: string,
  { isLocked = false } = {},
): Promise<StoredChargeback | undefined> {
  const created_at = instantOf(id)
  if (created_at === undefined) return undefined
  const query = trx
    .selectFrom('chargeback')
    .selectAll()
    .where('merchant_id', '=', transaction.merchant_id)
    .where('created_at', '=', created_at)
    .where('transaction_id', '=', transaction.id)
    .where('id', '=', id)
  const row = await (isLocked ? query.forUpdate() : query).executeTakeFirst()
  return storedChargeback(row)
}

// CHECKs keep the columns to these values.
export const storedChargeback = (row: Selectable<Chargeback> | undefined) => row as StoredChargeback | undefined
