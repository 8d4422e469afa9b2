import { transactionCan } from '@kontor/contract/payments/transaction.rules'
import type { Trx } from '../../platform/db/database.ts'
import { readOperation } from '../outbox/operation.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import { lastCapture } from './last-capture.ts'

/**
 * The amount of the last capture. Without a separate capture, it is the whole amount of the payment. Throws
 * `UnreadableOperation` when the capture cannot be read: the whole amount would be a guess about money, so the report is not
 * applied until somebody has mended the capture. The processor repeats it, or is asked again.
 */
export async function capturedAmount(trx: Trx, transaction: StoredTransaction): Promise<number> {
  const row = transactionCan.capture(transaction) ? await lastCapture(trx, transaction) : undefined
  const capture = row && readOperation(row)
  return (capture?.topic === 'processor.capture' ? capture.payload.amount : undefined) ?? transaction.amount
}
