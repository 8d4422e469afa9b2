import { isOpen, isPaid, type TransactionStatus } from '@kontor/contract/payments/transaction.rules'
import type { BegunPayment } from '../engine/outbox/operation.ts'
import { engineActor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { createTransaction } from './create-transaction.ts'

export interface CardCharge {
  merchant: string
  payment_profile: string
  customer: string
  /** A stored card of the customer. */
  card: string
  /** In minor units of the profile's currency. */
  amount: number
  merchant_reference: string
  /** What the id of the payment can prove later (`newIdFor`). */
  purpose?: string
}

/**
 * Charges a stored card for a scheduled payment, without the cardholder. Writes the payment and the job that asks the
 * processor in the caller's database transaction, so that the caller's rows and the charge are committed together. The
 * caller prevents a second charge by a constraint of its own. After the commit, the outbox performs the job, and
 * `worker.doNow(merchant, job)` starts it at once. A payment that a ruleset blocks has no job. A refusal (merchant inactive, card revoked, no processor) comes before
 * the first write, so the caller may catch it.
 */
export function chargeCard(trx: Trx, charge: CardCharge, now: Date): Promise<BegunPayment> {
  const { merchant, payment_profile, customer, card, amount, merchant_reference, purpose } = charge
  const order = {
    ...{ payment_profile, customer, card, amount, merchant_reference },
    payment_product: 'card' as const,
    capture: true,
    asked: { by: 'schedule' as const, ...(purpose !== undefined && { purpose }) },
  }
  return createTransaction(trx, engineActor(merchant, 'system'), order, now)
}

/**
 * The outcome of a charge, derived from the status of its transaction. The order asks for authorization and capture
 * together: AUTHORIZED alone means that the capture is still to come.
 */
export function outcomeOfCharge(status: TransactionStatus): 'paid' | 'failed' | 'open' {
  if (isPaid(status)) return 'paid'
  return isOpen(status) || status === 'AUTHORIZED' ? 'open' : 'failed'
}
