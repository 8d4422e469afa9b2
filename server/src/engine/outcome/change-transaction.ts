import { type TransactionStatus, transactionTransitions, visitedBit } from '@kontor/contract/payments/transaction.rules'
import { maySucceed } from '@kontor/contract/transitions'
import { type QueryCreator, sql, type Updateable } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import type { DB, Transaction } from '../../schema.ts'
import { type AttemptState, attemptStates } from '../records/attempt-state.ts'
import { recordDeltas, transactionDelta } from '../records/statistics-delta.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'

type Changes = Pick<
  Updateable<Transaction>,
  | 'status_reason'
  | 'captured_amount'
  | 'processor_id'
  | 'processor_id_external'
  | 'redirect_url'
  | 'card_id'
  | 'agreement_id'
  | 'card_brand'
  | 'card_bin'
  | 'card_last_four'
  | 'payment_product_type'
> & { status?: TransactionStatus }

/** The only way to change a transaction: changes the row and its attempt, and records the change for the statistics. */
export async function changeTransaction(
  trx: Trx,
  before: Locked<StoredTransaction>,
  changes: Changes,
): Promise<Locked<StoredTransaction>> {
  const status = changes.status ?? before.status
  const state = attemptStates[before.status] === 'OPEN' ? attemptStates[status] : 'OPEN'
  await (state === 'OPEN' ? trx : endingAttempt(trx, before, { state, reason: changes.status_reason ?? null }))
    .updateTable('transaction')
    .set(changes)
    .where('merchant_id', '=', before.merchant_id)
    .where('created_at', '=', before.created_at)
    .where('id', '=', before.id)
    .execute()
  const after = { ...before, ...changes, status, visited: before.visited | visitedBit(status) } as typeof before
  if (countsElsewhere(before, after))
    await recordDeltas(trx, [transactionDelta(before, -1), transactionDelta(after, 1)])
  return after
}

const countsElsewhere = (before: StoredTransaction, after: StoredTransaction) =>
  after.status !== before.status ||
  after.payment_product_type !== before.payment_product_type ||
  after.processor_id !== before.processor_id

interface End {
  state: Exclude<AttemptState, 'OPEN'>
  reason: string | null
}

/** Begins a statement that also ends the payment's open attempt. */
function endingAttempt(trx: Trx, of: Locked<StoredTransaction>, { state, reason }: End): QueryCreator<DB> {
  return trx.with('ended', (db) =>
    db
      .updateTable('payment_attempt')
      .set({ state, reason, ended_at: sql<string>`engine_now()` })
      .where('merchant_id', '=', of.merchant_id)
      .where('transaction_created_at', '=', of.created_at)
      .where('transaction_id', '=', of.id)
      .where('state', '=', 'OPEN'),
  )
}

const settling: readonly TransactionStatus[] = ['AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED']

/**
 * The statuses to pass, one after another, to reach the status that the processor reports. Empty: the reported status cannot
 * be reached, because the report is late, repeated or out of order.
 */
export function stepsTo(from: TransactionStatus, to: TransactionStatus): TransactionStatus[] {
  if (maySucceed(transactionTransitions, from, to)) return [to]
  const way: readonly TransactionStatus[] =
    to === 'AUTHORIZATION_VOIDED' ? ['AUTHORIZED', to] : settling.slice(0, settling.indexOf(to) + 1)
  const start = way.findIndex((status) => maySucceed(transactionTransitions, from, status))
  return start === -1 ? [] : way.slice(start)
}
