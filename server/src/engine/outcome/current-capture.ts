import { transactionCan } from '@kontor/contract/payments/transaction.rules'
import type { Trx } from '../../platform/db/database.ts'
import type { LockedPayment } from '../outbox/subject.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import { lastCapture } from './last-capture.ts'

/**
 * The id of the capture that has the money of the payment, or may get it. Undefined: none has it and none is under way, so the
 * next one that succeeds has it (docs/adr/0086).
 */
export async function currentCapture(trx: Trx, transaction: StoredTransaction): Promise<string | undefined> {
  if (transaction.capture_id !== null) return transaction.capture_id
  const last = await lastCapture(trx, transaction)
  if (last === undefined) return undefined
  // While the payment is only authorized, a capture that is over was refused.
  return transactionCan.capture(transaction) && last.done_at !== null ? undefined : last.id
}

/**
 * True: the operation is a capture, and another one has the money or may get it. Captures follow each other, because one that
 * was refused may be asked for again; the processor may have carried out the refused one all the same. What a person has to
 * decide of a capture stays with that person when the other one is over.
 */
export async function isBesideAnother(trx: Trx, { operation, transaction }: LockedPayment): Promise<boolean> {
  if (operation.topic !== 'processor.capture') return false
  const current = await currentCapture(trx, transaction)
  if (current !== undefined) return current !== operation.id
  const said = await trx
    .selectFrom('contradiction')
    .select('id')
    .where('merchant_id', '=', transaction.merchant_id)
    .where('transaction_id', '=', transaction.id)
    .where('operation_id', '=', operation.id)
    .where('kind', '=', 'capture')
    .where('state', 'in', ['OPEN', 'CLOSED'])
    .executeTakeFirst()
  return said !== undefined
}
