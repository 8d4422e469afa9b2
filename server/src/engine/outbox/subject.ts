import { transactionTransitions } from '@kontor/contract/payments/transaction.rules'
import { isFinal } from '@kontor/contract/transitions'
import type { Trx } from '../../platform/db/database.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'
import type { Found } from '../../processors/gateway.ts'
import { findChargeback, lockChargeback, type StoredChargeback } from '../records/stored-chargeback.ts'
import { findRefund, lockRefund, type StoredRefund } from '../records/stored-refund.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import type { Authorization, Capture, ChargebackReply, PaymentOperation, RefundOrder, Void } from './operation.ts'

/** An operation with the rows that it is about, and the processor that is asked and may speak of it. */
export type Subject = OfPayment | OfRefund | OfChargeback

interface OfPayment {
  kind: 'payment'
  operation: Authorization | Capture | Void
  transaction: StoredTransaction
  /** Of an authorization that of its attempt, which may not be the payment's any more. */
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

/** The rows that an outcome may change are locked: of a refund the refund alone. */
export type LockedSubject = LockedPayment | LockedRefund | LockedChargeback
export type LockedPayment = OfPayment & { transaction: Locked<StoredTransaction> }
export type LockedRefund = OfRefund & { refund: Locked<StoredRefund> }
type LockedChargeback = OfChargeback & {
  transaction: Locked<StoredTransaction>
  chargeback: Locked<StoredChargeback>
}

/** For looking only. */
export async function findSubject(trx: Trx, operation: PaymentOperation): Promise<Subject | undefined> {
  if (operation.topic === 'processor.authorize') {
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

/** Locks what an outcome of the operation may change. */
export async function lockSubject(trx: Trx, operation: PaymentOperation): Promise<LockedSubject | undefined> {
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

/** Locks the payment that an operation is about, whatever the operation. */
export async function lockPayment(
  trx: Trx,
  operation: PaymentOperation,
): Promise<Pick<LockedPayment, 'transaction' | 'processor'> | undefined> {
  if (operation.topic === 'processor.authorize') {
    const found = await lockRow(attempted(trx, operation), withoutKey)
    return found && withProcessor(found)
  }
  const transaction = await lockRow(transactionOf(trx, operation), withoutKey)
  const processor = transaction?.processor_id ?? null
  return transaction && processor !== null ? { transaction, processor } : undefined
}

const withoutKey = { strength: 'no key update', of: 'transaction' } as const

const transactionOf = (trx: Trx, { merchant_id, transaction_created_at, transaction_id }: PaymentOperation) =>
  trx
    .selectFrom('transaction')
    .selectAll('transaction')
    .where('transaction.merchant_id', '=', merchant_id)
    .where('transaction.created_at', '=', transaction_created_at)
    .where('transaction.id', '=', transaction_id)
    .$castTo<StoredTransaction>()

/**
 * The payment with the processor of the attempt whose reference the operation's id is. An attempt keeps its processor. A
 * payment that a process of the version without attempts wrote while the tables were already new has none: it was asked once,
 * under its own id, and its outcome is listened to all the same.
 */
const attempted = (trx: Trx, operation: Authorization) =>
  transactionOf(trx, operation)
    .leftJoin('payment_attempt', (join) =>
      join
        .onRef('payment_attempt.merchant_id', '=', 'transaction.merchant_id')
        .onRef('payment_attempt.transaction_created_at', '=', 'transaction.created_at')
        .onRef('payment_attempt.transaction_id', '=', 'transaction.id')
        .on('payment_attempt.id', '=', operation.id),
    )
    .where(({ eb, or }) => or([eb('payment_attempt.id', 'is not', null), eb('transaction.id', '=', operation.id)]))
    .select(({ fn }) => fn.coalesce('payment_attempt.processor_id', 'transaction.processor_id').as('asked'))

function withProcessor<T extends { asked: string | null }>({ asked, ...transaction }: T) {
  return asked === null ? undefined : { transaction, processor: asked }
}

/**
 * The payment has gone on to another processor since this one refused it: whatever is said of the attempt now is not said of
 * the payment. A payment asks each processor once, so its processor tells its attempts apart.
 */
export const isSuperseded = ({ transaction, processor }: Pick<Subject, 'transaction' | 'processor'>): boolean =>
  transaction.processor_id !== processor

/** Nothing is left to ask about the operation. */
export function isSettled(subject: Subject): boolean {
  if (subject.kind === 'answer') return subject.chargeback.status !== 'OPEN'
  if (subject.kind === 'refund') return subject.refund.status !== 'PENDING' && subject.refund.status !== 'UNKNOWN'
  const { operation, transaction } = subject
  if (isSuperseded(subject) || isFinal(transactionTransitions, transaction.status)) return true
  return operation.topic === 'processor.authorize' && transaction.status === 'AUTHORIZED'
}

/** In minor units of the payment's currency. */
export function amountOf(subject: Subject): number {
  if (subject.kind === 'answer') return subject.chargeback.amount
  if (subject.kind === 'refund') return subject.refund.amount
  const { operation, transaction } = subject
  return (operation.topic === 'processor.capture' ? operation.payload.amount : undefined) ?? transaction.amount
}

/** The same kind of operation, about the same money: else the processor is confused, and says nothing about ours. */
export const isAbout = (found: Found, subject: Subject): boolean =>
  found.kind === subject.kind &&
  found.amount === amountOf(subject) &&
  found.currency_code === subject.transaction.currency_code
