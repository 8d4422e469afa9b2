import { isApproved, isPaid, transactionTransitions } from '@kontor/contract/payments/transaction.rules'
import { isFinal } from '@kontor/contract/statuses/transitions'
import type { Trx } from '../../platform/db/database.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'
import { findChargeback, lockChargeback, type StoredChargeback } from '../records/stored-chargeback.ts'
import { findRefund, lockRefund, type StoredRefund } from '../records/stored-refund.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import {
  type Authorization,
  type Cancellation,
  type Capture,
  type ChargebackReply,
  type PaymentOperation,
  type RefundOrder,
  readOperation,
  type Void,
} from './operation.ts'

/** An operation with the rows that it is about. `processor` gets the order, and only its reports count. */
export type Subject = OfPayment | OfRefund | OfChargeback

interface OfPayment {
  kind: 'payment'
  operation: Authorization | Capture | Void | Cancellation
  transaction: StoredTransaction
  /** For an authorization and its cancellation, the processor of its attempt. The payment may have gone on to another processor. */
  processor: string
}

interface OfRefund {
  kind: 'refund'
  operation: RefundOrder
  transaction: StoredTransaction
  refund: StoredRefund
  processor: string
}

interface OfChargeback {
  kind: 'answer'
  operation: ChargebackReply
  transaction: StoredTransaction
  chargeback: StoredChargeback
  processor: string
}

/** A subject whose rows are locked, as far as an outcome may change them. For a refund, only the refund is locked. */
export type LockedSubject = LockedPayment | LockedRefund | LockedChargeback
export type LockedPayment = OfPayment & { transaction: Locked<StoredTransaction> }
export type LockedRefund = OfRefund & { refund: Locked<StoredRefund> }
export type LockedChargeback = OfChargeback & {
  transaction: Locked<StoredTransaction>
  chargeback: Locked<StoredChargeback>
}

/** Finds the subject of an operation without a lock. A decision needs `lockSubject`. */
export async function findSubject(trx: Trx, asked: PaymentOperation): Promise<Subject | undefined> {
  const operation = await aboutItself(trx, asked)
  if (isOfAttempt(operation)) {
    const found = await attempted(trx, operation).executeTakeFirst()
    const payment = found && withProcessor(found)
    return payment && { kind: 'payment', operation, ...payment }
  }
  const transaction = await transactionOf(trx, operation).executeTakeFirst()
  if (!transaction) return undefined
  switch (operation.topic) {
    case 'processor.refund': {
      const refund = await findRefund(trx, transaction, operation.refund_id)
      return refund && { kind: 'refund', operation, transaction, refund, processor: refund.processor_id }
    }
    case 'processor.accept':
    case 'processor.dispute': {
      const chargeback = await findChargeback(trx, transaction, operation.chargeback_id)
      return chargeback && { kind: 'answer', operation, transaction, chargeback, processor: chargeback.processor_id }
    }
    default: {
      const processor = transaction.processor_id
      return processor === null ? undefined : { kind: 'payment', operation, transaction, processor }
    }
  }
}

/** Locks the rows that an outcome of the operation may change. */
export async function lockSubject(trx: Trx, asked: PaymentOperation): Promise<LockedSubject | undefined> {
  const operation = await aboutItself(trx, asked)
  switch (operation.topic) {
    case 'processor.refund': {
      const transaction = await transactionOf(trx, operation).executeTakeFirst()
      const refund = transaction && (await lockRefund(trx, transaction, operation.refund_id))
      return refund && { kind: 'refund', operation, transaction, refund, processor: refund.processor_id }
    }
    case 'processor.accept':
    case 'processor.dispute': {
      const transaction = await lockRow(transactionOf(trx, operation), withoutKey)
      const chargeback = transaction && (await lockChargeback(trx, transaction, operation.chargeback_id))
      return chargeback && { kind: 'answer', operation, transaction, chargeback, processor: chargeback.processor_id }
    }
    default: {
      const payment = await lockPayment(trx, operation)
      return payment && { kind: 'payment', operation, ...payment }
    }
  }
}

/** Locks the payment of an operation of any topic. */
export async function lockPayment(
  trx: Trx,
  asked: PaymentOperation,
): Promise<Pick<LockedPayment, 'transaction' | 'processor'> | undefined> {
  const operation = await aboutItself(trx, asked)
  if (isOfAttempt(operation)) {
    const found = await lockRow(attempted(trx, operation), withoutKey)
    return found && withProcessor(found)
  }
  const transaction = await lockRow(transactionOf(trx, operation), withoutKey)
  const processor = transaction?.processor_id ?? null
  return transaction && processor !== null ? { transaction, processor } : undefined
}

type AboutItself = Exclude<PaymentOperation, { topic: 'processor.resume' }>

/** What the outcome of an operation is applied to: that of a resumption is the outcome of its authorization. */
const aboutItself = async (trx: Trx, operation: PaymentOperation): Promise<AboutItself> =>
  operation.topic === 'processor.resume'
    ? findAuthorization(trx, operation.merchant_id, operation.payload.of)
    : operation

/** The authorization with this id. Throws when there is none. */
export async function findAuthorization(trx: Trx, merchant_id: string, id: string): Promise<Authorization> {
  const row = await trx
    .selectFrom('outbox')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const operation = readOperation(row)
  if (operation.topic !== 'processor.authorize') throw new Error(`${operation.topic} ${id} is no authorization`)
  return operation
}

const withoutKey = { strength: 'no key update', of: 'transaction' } as const

const transactionOf = (trx: Trx, { merchant_id, transaction_created_at, transaction_id }: AboutItself) =>
  trx
    .selectFrom('transaction')
    .selectAll('transaction')
    .where('transaction.merchant_id', '=', merchant_id)
    .where('transaction.created_at', '=', transaction_created_at)
    .where('transaction.id', '=', transaction_id)
    .$castTo<StoredTransaction>()

const isOfAttempt = (operation: AboutItself): operation is Authorization | Cancellation =>
  operation.topic === 'processor.authorize' || operation.topic === 'processor.cancel_reference'

/**
 * The payment, and the processor of the attempt that this operation began or cancels. An attempt and its authorization have the
 * same id. A payment that a process of the version without attempts wrote has none: its own id is its reference.
 */
function attempted(trx: Trx, operation: Authorization | Cancellation) {
  const id = operation.topic === 'processor.authorize' ? operation.id : operation.payload.of
  return transactionOf(trx, operation)
    .leftJoin('payment_attempt', (join) =>
      join
        .onRef('payment_attempt.merchant_id', '=', 'transaction.merchant_id')
        .onRef('payment_attempt.transaction_created_at', '=', 'transaction.created_at')
        .onRef('payment_attempt.transaction_id', '=', 'transaction.id')
        .on('payment_attempt.id', '=', id),
    )
    .where(({ eb, or }) => or([eb('payment_attempt.id', 'is not', null), eb('transaction.id', '=', id)]))
    .select(({ fn }) => fn.coalesce('payment_attempt.processor_id', 'transaction.processor_id').as('asked'))
}

function withProcessor<T extends { asked: string | null }>({ asked, ...transaction }: T) {
  return asked === null ? undefined : { transaction, processor: asked }
}

/**
 * True: this processor refused the payment, and the payment has gone on to another one. Later reports of this processor no
 * longer change the payment. A payment asks each processor once, so comparing processors is enough.
 */
export const isSuperseded = ({ transaction, processor }: Pick<Subject, 'transaction' | 'processor'>): boolean =>
  transaction.processor_id !== processor

/**
 * True: the payer was sent to a page of this processor, which has said nothing of him since. The first tries may have had no answer,
 * so that the payment was UNKNOWN before.
 */
export const isSentOut = ({ transaction, processor }: Pick<Subject, 'transaction' | 'processor'>): boolean =>
  (transaction.status === 'INITIATED' || transaction.status === 'UNKNOWN') &&
  transaction.redirect_url !== null &&
  !isSuperseded({ transaction, processor })

/** True: the processor need not be asked about the operation any more. */
export function isSettled(subject: Subject): boolean {
  if (subject.kind === 'answer') return subject.chargeback.status !== 'OPEN'
  if (subject.kind === 'refund') return subject.refund.status !== 'PENDING' && subject.refund.status !== 'UNKNOWN'
  const { operation, transaction } = subject
  // Money that is held or taken may still be released by it. Of an attempt that is over, the payment says nothing.
  if (operation.topic === 'processor.cancel_reference')
    return !isSuperseded(subject) && isFinal(transactionTransitions, transaction.status) && !isPaid(transaction.status)
  if (isSuperseded(subject) || isFinal(transactionTransitions, transaction.status)) return true
  // That money was paid out is told without a question, by a notification or a file, and not by every processor.
  return operation.topic === 'processor.authorize' && isApproved(transaction.status)
}

/** The amount of the operation, in minor units of the payment's currency. */
export function amountOf(subject: Subject): number {
  if (subject.kind === 'answer') return subject.chargeback.amount
  if (subject.kind === 'refund') return subject.refund.amount
  const { operation, transaction } = subject
  return (operation.topic === 'processor.capture' ? operation.payload.amount : undefined) ?? transaction.amount
}
