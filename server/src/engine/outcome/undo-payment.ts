import { isOpen, isPaid, type TransactionStatus, transactionCan } from '@kontor/contract/payments/transaction.rules'
import type { Updateable } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { Transaction } from '../../schema.ts'
import { type Contradiction, contradictPayment } from '../contradictions/contradiction.ts'
import { withdrawContradictions } from '../contradictions/record-contradiction.ts'
import type { PaymentOutcome } from '../outbox/found.ts'
import { readOperation } from '../outbox/operation.ts'
import type { LockedPayment } from '../outbox/subject.ts'
import { stepsTo } from '../records/steps-to.ts'
import { captured } from './captured.ts'
import { changeTransaction, passSteps } from './change-transaction.ts'
import { currentCapture, isBesideAnother } from './current-capture.ts'
import { lastCapture } from './last-capture.ts'

/**
 * Writes down that a processor took back what it had done, days later or before its success was reported. The payment passes
 * the success, so that every order of the reports ends the same.
 */
export async function undoPayment(
  trx: Trx,
  subject: LockedPayment,
  { reason, processor_id_external }: { reason: string; processor_id_external?: string },
  now: Date,
): Promise<Contradiction | undefined> {
  const { operation, transaction, processor } = subject
  if (operation.topic === 'processor.void') {
    const said = { kind: 'void' as const, we_say: transaction.status, they_say: 'UNDONE' }
    return contradictPayment(trx, subject, said, now)
  }
  const isBeside = await isBesideAnother(trx, subject)
  await withdrawContradictions(trx, { merchant_id: operation.merchant_id, processor, about: operation.id })
  if (isUndone(subject)) return undefined
  const orders = [...(transaction.undone_orders ?? []), operation.id]
  // Another capture has the money, or may get it.
  if (isBeside) {
    await changeTransaction(trx, transaction, { undone_orders: orders })
    return undefined
  }
  const statuses = stepsToUndone(subject)
  // A report of the payment itself takes back what its capture did.
  const capture = statuses.includes('FAILED') ? await currentCapture(trx, transaction) : undefined
  const all = capture === undefined ? orders : [...new Set([...orders, capture])]
  const undone = { undone_at: now.toISOString(), undone_orders: all }
  if (statuses.length === 0) {
    await changeTransaction(trx, transaction, undone)
    return undefined
  }
  const taken = statuses.includes('SETTLEMENT_REQUESTED') ? await captured(trx, subject) : {}
  // The money that is taken back had this id; the payer may have tried by other ids before.
  const ofMoney = isOpen(transaction.status) && processor_id_external ? { processor_id_external } : {}
  const steps = statuses.map((status, at) => ({
    changes: {
      ...{ status, ...ofMoney },
      ...(status === 'SETTLEMENT_REQUESTED' ? taken : {}),
      ...(at === statuses.length - 1
        ? { ...undone, status_reason: reason, redirect_url: null, redirect_sealed: null }
        : {}),
    },
  }))
  await passSteps(trx, transaction, steps)
  if (transaction.refund_reserved === 0) return undefined
  // The payer got money back, or will get it, that the shop never had.
  const said = {
    kind: kindOf(subject),
    we_say: 'REFUNDED',
    they_say: 'UNDONE',
    our_amount: transaction.refund_reserved,
  }
  return contradictPayment(trx, subject, said, now)
}

/**
 * True: the processor says that what this order had done is done no more. One that may be undone is so where we had its success: the
 * capture has the money, or a person was told of it.
 */
export async function isTakenBack(trx: Trx, subject: LockedPayment, outcome: PaymentOutcome): Promise<boolean> {
  if ('undone' in outcome && outcome.undone) return true
  const { operation, transaction } = subject
  if (!('maybe_undone' in outcome && outcome.maybe_undone) || operation.topic !== 'processor.capture') return false
  return transaction.capture_id === operation.id ? isPaid(transaction.status) : isBesideAnother(trx, subject)
}

/**
 * True: the processor took back what this order had done, so that an older success of it no longer counts. Other captures of the
 * payment are not concerned; a report of the payment itself is, because it does not say which capture it is about.
 */
export function isUndone({ operation, transaction: { undone_at, undone_orders } }: LockedPayment): boolean {
  if (operation.topic !== 'processor.capture' || undone_orders === null) return undone_at !== null
  return undone_orders.includes(operation.id)
}

/**
 * The capture of which a report is that money was taken, where that capture failed before at a gateway that has one word for what
 * never was captured and for what failed afterwards: nobody can tell which of the two reports is older.
 */
export async function maybeUndoneCapture(
  trx: Trx,
  { operation, transaction }: LockedPayment,
  { status }: PaymentOutcome,
): Promise<LockedPayment['operation'] | undefined> {
  const maybeUndone = transaction.maybe_undone_orders
  if (maybeUndone === null || !transactionCan.capture(transaction)) return undefined
  if (operation.topic === 'processor.capture') return maybeUndone.includes(operation.id) ? operation : undefined
  const last = status !== 'ACTION_REQUIRED' && isPaid(status) ? await lastCapture(trx, transaction) : undefined
  const capture = last && maybeUndone.includes(last.id) ? readOperation(last) : undefined
  return capture?.topic === 'processor.capture' ? capture : undefined
}

/** Notes a capture of which the gateway says that it failed, perhaps after a success that nobody has seen. */
export function notingMaybeUndone(
  { operation, transaction }: LockedPayment,
  outcome: PaymentOutcome,
): Pick<Updateable<Transaction>, 'maybe_undone_orders'> {
  const isMaybe = 'maybe_undone' in outcome && outcome.maybe_undone
  if (!isMaybe || operation.topic !== 'processor.capture') return {}
  return { maybe_undone_orders: [...new Set([...(transaction.maybe_undone_orders ?? []), operation.id])] }
}

const kindOf = ({ operation }: LockedPayment): 'payment' | 'capture' =>
  operation.topic === 'processor.capture' ? 'capture' : 'payment'

function stepsToUndone({ operation, transaction: { status } }: LockedPayment): TransactionStatus[] {
  if (isPaid(status)) return ['FAILED']
  const took = operation.topic !== 'processor.authorize' || operation.payload.capture
  const to = took ? 'SETTLEMENT_REQUESTED' : 'AUTHORIZED'
  const way = status === to ? [] : stepsTo(status, to)
  if (way.length === 0 && status !== to) return []
  return [...way, took ? 'FAILED' : 'AUTHORIZATION_VOIDED']
}
