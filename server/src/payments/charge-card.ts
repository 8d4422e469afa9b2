import type { TransactionStatus } from '@kontor/contract/payments/transaction.rules'
import type { BegunOperation } from '../engine/outbox/operation.ts'
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
}

/**
 * Charges a stored card as a schedule planned it, without its holder: records the payment and the job that asks the processor, in the caller's
 * database transaction, so that what wants the charge and the charge itself are both there or neither. A caller that wants
 * no more than one says so by a constraint of its own. After the commit the outbox does the job; `worker.doNow(merchant, job)`
 * does it sooner. Refuses (merchant inactive, card revoked, no processor) before it writes: that may be caught.
 */
export function chargeCard(trx: Trx, charge: CardCharge, now: Date): Promise<BegunOperation> {
  const { merchant, payment_profile, customer, card, amount, merchant_reference } = charge
  const order = {
    ...{ payment_profile, customer, card, amount, merchant_reference },
    payment_product: 'card' as const,
    capture: true,
    asked: { by: 'schedule' as const },
  }
  return createTransaction(trx, engineActor(merchant, 'system'), order, now)
}

/** The outcome of a charge, as far as its transaction's status tells. */
export const outcomeOfCharge = (status: TransactionStatus): 'paid' | 'failed' | 'open' => outcomes[status]

const outcomes: Readonly<Record<TransactionStatus, 'paid' | 'failed' | 'open'>> = {
  INITIATED: 'open',
  PENDING: 'open',
  UNKNOWN: 'open',
  // Asked for together with the authorization, the money is not there before it was captured.
  AUTHORIZED: 'open',
  SETTLEMENT_REQUESTED: 'paid',
  SETTLEMENT_COMPLETED: 'paid',
  AUTHORIZATION_VOIDED: 'failed',
  CANCELLED: 'failed',
  ABANDONED: 'failed',
  DECLINED: 'failed',
  FAILED: 'failed',
}
