import { transactionTransitions } from '@kontor/contract/payments/transaction.rules'
import { isFinal } from '@kontor/contract/transitions'
import type { Actor } from '../platform/db/actor.ts'
import type { Found } from '../processors/gateway.ts'
import type { StoredRefund } from './change-refund.ts'
import type { StoredTransaction } from './locked-transaction.ts'
import type { StoredChargeback } from './stored-chargeback.ts'

/** What a processor was asked to do: an outbox job, or the payment itself. */
export interface Operation {
  id: string
  topic: string
  refund_id: string | null
  chargeback_id: string | null
  payload: unknown
}

/** What the commands write into a job's payload. */
export interface Payload {
  capture?: boolean
  card_token?: string
  payer_present?: boolean
  store_card?: boolean
  store_agreement?: boolean
  agreement_token?: string
  descriptor?: string
  amount?: number
  /** Who wanted the capture, the void or the answer to a chargeback. */
  asked_by?: Pick<Actor, 'kind' | 'id' | 'name'>
}

export const payloadOf = (operation: Pick<Operation, 'payload'>) => (operation.payload ?? {}) as Payload

/** Nothing is left to ask about the operation. */
export function isSettled(
  operation: Operation,
  transaction: StoredTransaction,
  refund: StoredRefund | undefined,
  chargeback?: StoredChargeback | undefined,
): boolean {
  if (chargeback) return chargeback.status !== 'OPEN'
  if (refund) return refund.status !== 'PENDING' && refund.status !== 'UNKNOWN'
  if (isFinal(transactionTransitions, transaction.status)) return true
  return operation.topic === 'processor.authorize' && transaction.status === 'AUTHORIZED'
}

/** A capture or void that the processor did not do. */
export const isRefusedFollowUp = ({ topic }: Operation, status: string): boolean =>
  (topic === 'processor.capture' || topic === 'processor.void') && ['FAILED', 'DECLINED', 'CANCELLED'].includes(status)

/** The same kind of operation, about the same money: else the processor is confused, and says nothing about ours. */
export function isAbout(
  found: Found,
  operation: Operation,
  transaction: StoredTransaction,
  refund: StoredRefund | undefined,
  chargeback?: StoredChargeback | undefined,
): boolean {
  const amount = chargeback?.amount ?? refund?.amount ?? payloadOf(operation).amount ?? transaction.amount
  return (
    (found.kind === 'refund') === (operation.refund_id !== null) &&
    (found.kind === 'answer') === (operation.chargeback_id !== null) &&
    found.amount === amount &&
    found.currency_code === transaction.currency_code
  )
}
