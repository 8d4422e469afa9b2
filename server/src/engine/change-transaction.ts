import { type TransactionStatus, transactionTransitions, visitedBit } from '@kontor/contract/payments/transaction.rules'
import { maySucceed } from '@kontor/contract/transitions'
import type { Updateable } from 'kysely'
import type { Trx } from '../platform/db/database.ts'
import type { Transaction } from '../schema.ts'
import type { LockedTransaction } from './locked-transaction.ts'
import { recordDeltas, transactionDelta } from './statistics-delta.ts'

type Changes = Pick<
  Updateable<Transaction>,
  | 'status_reason'
  | 'captured_amount'
  | 'processor_id_external'
  | 'redirect_url'
  | 'card_id'
  | 'card_brand'
  | 'card_bin'
  | 'card_last_four'
  | 'payment_product_type'
> & { status?: TransactionStatus }

/** The one way to change a transaction: the row, and what the statistics must know, in one database transaction. */
export async function changeTransaction(
  trx: Trx,
  before: LockedTransaction,
  changes: Changes,
): Promise<LockedTransaction> {
  await trx
    .updateTable('transaction')
    .set(changes)
    .where('merchant_id', '=', before.merchant_id)
    .where('created_at', '=', before.created_at)
    .where('id', '=', before.id)
    .execute()
  const status = changes.status ?? before.status
  const after = { ...before, ...changes, status, visited: before.visited | visitedBit(status) } as LockedTransaction
  if (after.status !== before.status || after.payment_product_type !== before.payment_product_type)
    await recordDeltas(trx, [transactionDelta(before, -1), transactionDelta(after, 1)])
  return after
}

const settling: readonly TransactionStatus[] = ['AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED']

/**
 * The statuses to pass, one after another, to arrive at what the processor reports. Empty when there is no way: the report
 * is late or out of order, and what is known is further on.
 */
export function stepsTo(from: TransactionStatus, to: TransactionStatus): TransactionStatus[] {
  if (maySucceed(transactionTransitions, from, to)) return [to]
  const way: readonly TransactionStatus[] =
    to === 'AUTHORIZATION_VOIDED' ? ['AUTHORIZED', to] : settling.slice(0, settling.indexOf(to) + 1)
  const start = way.findIndex((status) => maySucceed(transactionTransitions, from, status))
  return start === -1 ? [] : way.slice(start)
}
