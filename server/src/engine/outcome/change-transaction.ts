import type { AttemptState } from '@kontor/contract/decisions/decision.rules'
import { type TransactionStatus, visitedBit } from '@kontor/contract/payments/transaction.rules'
import { type QueryCreator, sql, type Updateable } from 'kysely'
import { type Actor, engineActor } from '../../platform/db/actor.ts'
import { actAs, type Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import type { DB, Transaction } from '../../schema.ts'
import { attemptStates } from '../records/attempt-state.ts'
import { transactionDelta } from '../records/statistics-delta.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'

type Changes = Pick<
  Updateable<Transaction>,
  | 'status_reason'
  | 'blocked'
  | 'captured_amount'
  | 'capture_id'
  | 'processor_id'
  | 'processor_id_external'
  | 'redirect_url'
  | 'redirect_sealed'
  | 'subscription_id'
  | 'subscription_cycle'
  | 'recurring_type'
  | 'card_id'
  | 'agreement_id'
  | 'card_brand'
  | 'card_bin'
  | 'card_last_four'
  | 'card_issuer_country'
  | 'card_funding'
  | 'card_holder'
  | 'three_d_secure'
  | 'challenged'
  | 'payment_product_type'
  | 'undone_at'
  | 'undone_orders'
  | 'maybe_undone_orders'
> & { status?: TransactionStatus }

/** A change of a transaction. `by` is the actor that the trail names in place of the transaction's own. */
export interface Step {
  changes: Changes
  by?: Pick<Actor, 'kind' | 'id' | 'name'> | undefined
}

/** The only way to change a transaction: changes the row and its attempt, and records the change for the statistics. */
export const changeTransaction = (
  trx: Trx,
  before: Locked<StoredTransaction>,
  changes: Changes,
): Promise<Locked<StoredTransaction>> => passSteps(trx, before, [{ changes }])

/**
 * Changes a transaction several times, so that it passes each status. The statistics need only the first and the last row;
 * they are written by the statement of the last step. A step that changes nothing is left out.
 */
export async function passSteps(
  trx: Trx,
  before: Locked<StoredTransaction>,
  steps: readonly Step[],
): Promise<Locked<StoredTransaction>> {
  const needed = steps.filter(({ changes }, at) => at > 0 || changesAnything(before, changes))
  let current = before
  for (const [at, { changes, by }] of needed.entries()) {
    const next = afterwards(current, changes)
    const isLast = at === needed.length - 1
    const counting = isLast && countsElsewhere(before, next) ? moving(trx, before, next) : trx
    if (by) await actAs(trx, by)
    await endingAttempt(counting, current, next)
      .updateTable('transaction')
      .set(changes)
      .where('merchant_id', '=', before.merchant_id)
      .where('created_at', '=', before.created_at)
      .where('id', '=', before.id)
      .execute()
    if (by) await actAs(trx, engineActor(before.merchant_id, 'processor'))
    current = next
  }
  return current
}

const changesAnything = (before: StoredTransaction, changes: Changes): boolean =>
  Object.entries(changes).some(([column, value]) => before[column as keyof Changes] !== value)

function afterwards(before: Locked<StoredTransaction>, changes: Changes): Locked<StoredTransaction> {
  const status = changes.status ?? before.status
  return { ...before, ...changes, status, visited: before.visited | visitedBit(status) } as typeof before
}

const countsElsewhere = (before: StoredTransaction, after: StoredTransaction) =>
  after.status !== before.status ||
  after.payment_product_type !== before.payment_product_type ||
  after.processor_id !== before.processor_id

/** Begins a statement that also moves the payment in the statistics. */
const moving = (trx: Trx, before: StoredTransaction, after: StoredTransaction): QueryCreator<DB> =>
  trx.with('moved', (db) =>
    db.insertInto('statistics_delta').values([transactionDelta(before, -1), transactionDelta(after, 1)]),
  )

/** Begins a statement that also ends the payment's open attempt, if this change decides the payment. */
function endingAttempt(db: QueryCreator<DB>, before: StoredTransaction, after: StoredTransaction): QueryCreator<DB> {
  const state: AttemptState = attemptStates[before.status] === 'OPEN' ? attemptStates[after.status] : 'OPEN'
  if (state === 'OPEN') return db
  const reason = after.status_reason
  return db.with('ended', (own) =>
    own
      .updateTable('payment_attempt')
      .set({ state, reason, ended_at: sql<string>`engine_now()` })
      .where('merchant_id', '=', before.merchant_id)
      .where('transaction_created_at', '=', before.created_at)
      .where('transaction_id', '=', before.id)
      .where('state', '=', 'OPEN'),
  )
}
