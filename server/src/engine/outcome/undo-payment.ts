import { isPaid, type TransactionStatus } from '@kontor/contract/payments/transaction.rules'
import type { Trx } from '../../platform/db/database.ts'
import type { LockedPayment } from '../outbox/subject.ts'
import { capturedAmount } from './captured-amount.ts'
import { changeTransaction, passSteps, stepsTo } from './change-transaction.ts'
import { type Contradiction, contradictPayment } from './contradiction.ts'
import { lastCapture } from './last-capture.ts'
import { withdrawContradictions } from './record-contradiction.ts'

/**
 * Writes down that a processor took back what it had done, days later or before its success was reported. The payment passes
 * the success, so that every order of the reports ends the same. `undone_at` keeps an older success from counting after it.
 */
export async function undoPayment(
  trx: Trx,
  subject: LockedPayment,
  reason: string,
  now: Date,
): Promise<Contradiction | undefined> {
  const { operation, transaction, processor } = subject
  if (operation.topic === 'processor.void') {
    const said = { kind: 'void' as const, we_say: transaction.status, they_say: 'UNDONE' }
    return contradictPayment(trx, subject, said, now)
  }
  // Another capture has the money, or may get it.
  if (operation.topic === 'processor.capture' && (await lastCapture(trx, transaction))?.id !== operation.id)
    return undefined
  await withdrawContradictions(trx, { merchant_id: operation.merchant_id, processor, about: operation.id })
  if (transaction.undone_at !== null) return undefined
  const undone = { undone_at: now.toISOString() }
  const statuses = stepsToUndone(subject)
  if (statuses.length === 0) {
    await changeTransaction(trx, transaction, undone)
    return undefined
  }
  const captured = statuses.includes('SETTLEMENT_REQUESTED')
    ? { captured_amount: await capturedAmount(trx, transaction) }
    : {}
  const steps = statuses.map((status, at) => ({
    changes: {
      status,
      ...(status === 'SETTLEMENT_REQUESTED' ? captured : {}),
      ...(at === statuses.length - 1 ? { ...undone, status_reason: reason, redirect_url: null } : {}),
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
