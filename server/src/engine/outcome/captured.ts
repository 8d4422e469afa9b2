import { transactionCan } from '@kontor/contract/payments/transaction.rules'
import type { Trx } from '../../platform/db/database.ts'
import { readOperation } from '../outbox/operation.ts'
import { amountOf, type LockedPayment } from '../outbox/subject.ts'
import { lastCapture } from './last-capture.ts'

/** The amount that was taken, and the capture that took it. */
export interface Captured {
  captured_amount: number
  /** Null: the payment's own order took the money, or somebody at the processor. */
  capture_id: string | null
}

/**
 * What was captured when an order of the payment reports that the money was taken. A capture takes its own amount. A report of
 * the payment itself is about its last capture, and without one about the whole amount. Throws `UnreadableOperation` when that
 * capture cannot be read: the whole amount would be a guess about money, so the report is not applied until somebody has mended
 * the capture. The processor repeats it, or is asked again.
 */
export async function captured(trx: Trx, subject: LockedPayment): Promise<Captured> {
  const { operation, transaction } = subject
  if (operation.topic === 'processor.capture') return { captured_amount: amountOf(subject), capture_id: operation.id }
  const row = transactionCan.capture(transaction) ? await lastCapture(trx, transaction) : undefined
  const capture = row && readOperation(row)
  const amount = capture?.topic === 'processor.capture' ? capture.payload.amount : undefined
  // One that is over was refused: the processor may repeat that, which must not take back what another one took.
  const isRefused = row !== undefined && row.done_at !== null
  return { captured_amount: amount ?? transaction.amount, capture_id: (!isRefused && capture?.id) || null }
}
