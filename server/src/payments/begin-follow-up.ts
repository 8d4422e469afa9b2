import { paidStatuses } from '@kontor/contract/payments/transaction.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { BegunOperation } from '../engine/outbox/operation.ts'
import { enqueue } from '../engine/outbox/outbox.ts'
import type { StoredTransaction } from '../engine/records/stored-transaction.ts'
import { requireActiveMerchant } from '../organisations/merchants/active-merchant.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import type { Locked } from '../platform/db/locked.ts'
import { holdProcessor } from '../processors/hold-processor.ts'

type FollowUp = { transaction: Locked<StoredTransaction> } & (
  | { topic: 'processor.capture'; amount: number }
  | { topic: 'processor.void' }
)

/**
 * Writes the job of a capture or void. Refuses it while another operation of the payment is under way, and until a person has
 * looked when the processor reports that it took the money.
 */
export async function beginFollowUp(trx: Trx, actor: Actor, asked: FollowUp, now: Date): Promise<BegunOperation> {
  const { merchant_id, created_at, id: transaction_id } = asked.transaction
  await requireActiveMerchant(trx, merchant_id)
  const open = await trx
    .selectFrom('outbox')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('transaction_id', '=', transaction_id)
    .where('refund_id', 'is', null)
    .where('chargeback_id', 'is', null)
    // A resumption is open beside the orders that move money.
    .where('topic', '<>', 'processor.resume')
    .where('done_at', 'is', null)
    .unionAll(
      trx
        .selectFrom('contradiction')
        .select('id')
        .where('merchant_id', '=', merchant_id)
        .where('transaction_id', '=', transaction_id)
        .where('state', '=', 'OPEN')
        .where('kind', 'in', ['payment', 'capture'])
        .where('they_say', 'in', [...paidStatuses]),
    )
    .executeTakeFirst()
  if (open) throw new Refusal('operation_in_progress')
  if (asked.transaction.processor_id !== null) await holdProcessor(trx, asked.transaction.processor_id)
  const { id } = newId(now)
  const of = { merchant_id, id, transaction_created_at: created_at, transaction_id }
  const asked_by = { kind: actor.kind, id: actor.id, name: actor.name }
  const operation =
    asked.topic === 'processor.capture'
      ? { ...of, topic: asked.topic, payload: { amount: asked.amount, asked_by } }
      : { ...of, topic: asked.topic, payload: { asked_by } }
  await enqueue(trx, operation, now)
  return { merchant: merchant_id, transaction: transaction_id, job: id }
}
