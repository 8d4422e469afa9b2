import type { ParkedWhy, StuckOperationKind } from '@kontor/contract/payments/stuck-operation.rules'
import { newId } from '../../../src/platform/db/ids.ts'
import type { Making } from '../making.ts'
import type { MadeMerchant } from '../organisations/merchant.ts'
import { transaction } from './transaction.ts'

interface StuckInput {
  /** The payment; by default a new one whose outcome is unknown. */
  transaction?: { id: string; created_at: string }
  /** `resume`: what the payer of an open payment brought back. */
  operation?: Extract<StuckOperationKind, 'authorize' | 'capture' | 'void' | 'cancel_reference'> | 'resume'
  organisation?: string
  payment_product?: string
  /** Null: it is only overdue. */
  parked_why?: ParkedWhy | null
  overdue_at?: Date
  ended?: boolean
  payload?: object
}

/** An order without an outcome. Nobody tries it. */
export async function stuckOperation(making: Making, of: MadeMerchant, given: StuckInput = {}): Promise<string> {
  const { db } = making
  const topic = given.operation ?? 'authorize'
  const paid =
    given.transaction ??
    (await transaction(making, of, {
      status: topic === 'authorize' ? 'UNKNOWN' : 'AUTHORIZED',
      ...(given.organisation ? { organisation: given.organisation } : {}),
      ...(given.payment_product ? { payment_product: given.payment_product } : {}),
    }))
  const made = newId(new Date())
  const id = topic === 'authorize' ? paid.id : made.id
  const overdue_at = (given.overdue_at ?? new Date(Date.now() - 60_000)).toISOString()
  const parked_why = given.parked_why === undefined ? 'key_expired' : given.parked_why
  await db
    .insertInto('outbox')
    .values({
      ...{ merchant_id: of.merchant, id, topic: `processor.${topic}`, created_at: made.created_at },
      ...{
        transaction_id: paid.id,
        transaction_created_at: paid.created_at,
        payload: JSON.stringify(given.payload ?? (topic === 'resume' ? { of: paid.id } : {})),
      },
      ...{ attempts: 4, uncertain: true, first_sent_at: paid.created_at, overdue_at, parked_why },
      parked_at: parked_why && overdue_at,
      next_attempt_at: '9999-12-31T00:00:00Z',
      done_at: given.ended ? new Date().toISOString() : null,
    })
    .execute()
  return id
}
