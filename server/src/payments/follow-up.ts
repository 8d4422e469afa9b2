import { transactionCan } from '@kontor/contract/payments/transaction.rules'
import { Refusal } from '@kontor/contract/refusal'
import {
  isKnownToProcessor,
  type LockedTransaction,
  lockTransaction,
  requireActiveMerchant,
} from '../engine/locked-transaction.ts'
import { enqueue } from '../engine/outbox.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'

/** A transaction and the job that was written for it. */
export interface BegunOperation {
  merchant: string
  transaction: string
  job: string
}

/** Asks for the held money, or a part of it. */
export async function captureTransaction(
  trx: Trx,
  actor: Actor,
  id: string,
  amount: number | undefined,
  now: Date,
): Promise<BegunOperation> {
  const transaction = await lockTransaction(trx, actor, id)
  // A card that was only looked at holds no money.
  if (!transactionCan.capture(transaction) || !isKnownToProcessor(transaction) || transaction.amount === 0)
    throw new Refusal('transaction_not_capturable')
  if (amount !== undefined && amount > transaction.amount) {
    throw new Refusal('capture_exceeds_authorized', { 'body.amount': 'too_large' })
  }
  return begin(trx, actor, transaction, 'processor.capture', { amount: amount ?? transaction.amount }, now)
}

/** Lets go of the held money. */
export async function voidTransaction(trx: Trx, actor: Actor, id: string, now: Date): Promise<BegunOperation> {
  const transaction = await lockTransaction(trx, actor, id)
  if (!transactionCan.void(transaction) || !isKnownToProcessor(transaction))
    throw new Refusal('transaction_not_voidable')
  return begin(trx, actor, transaction, 'processor.void', {}, now)
}

async function begin(
  trx: Trx,
  actor: Actor,
  transaction: LockedTransaction,
  topic: 'processor.capture' | 'processor.void',
  payload: object,
  now: Date,
): Promise<BegunOperation> {
  await requireActiveMerchant(trx, transaction.merchant_id)
  const open = await trx
    .selectFrom('outbox')
    .select('id')
    .where('merchant_id', '=', transaction.merchant_id)
    .where('transaction_id', '=', transaction.id)
    .where('refund_id', 'is', null)
    .where('chargeback_id', 'is', null)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  if (open) throw new Refusal('operation_in_progress')
  const { id } = newId(now)
  await enqueue(
    trx,
    {
      merchant_id: transaction.merchant_id,
      id,
      topic,
      transaction_created_at: transaction.created_at,
      transaction_id: transaction.id,
      refund_id: null,
      payload: { ...payload, asked_by: { kind: actor.kind, id: actor.id, name: actor.name } },
    },
    now,
  )
  return { merchant: transaction.merchant_id, transaction: transaction.id, job: id }
}
