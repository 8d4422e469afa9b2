import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { StoredOperation } from '../outbox/operation.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'

type StoredCapture = StoredOperation & { done_at: string | null }

/** The last capture as it is stored: it may be unreadable. */
export async function lastCapture(trx: Trx, transaction: StoredTransaction): Promise<StoredCapture | undefined> {
  return (
    trx
      .selectFrom('outbox')
      .selectAll()
      .where('merchant_id', '=', transaction.merchant_id)
      .where('transaction_id', '=', transaction.id)
      // In the text, because a plan for all values would not use the index of captures, and read every job of the merchant.
      .where(sql<boolean>`topic = 'processor.capture'`)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )
}
