import type { Trx } from '../../platform/db/database.ts'
import { instantOf } from '../../platform/db/ids.ts'
import { type PaymentOperation, readOperation } from './operation.ts'

/** An operation that somebody named by its reference. */
export interface Told {
  operation: PaymentOperation
  /** True: the operation has no open job. */
  isDone: boolean
}

/**
 * Finds an operation by its reference, which is the id of its job. Payments from before the outbox have no job: theirs is
 * the payment's id.
 */
export async function findOperation(trx: Trx, merchant_id: string, reference: string): Promise<Told | undefined> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(reference)) return undefined
  const job = await trx
    .selectFrom('outbox')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', reference)
    .executeTakeFirst()
  if (job) {
    const operation = readOperation(job)
    // Processors send no notifications about stored cards.
    return operation.topic === 'processor.revoke_card' ? undefined : { operation, isDone: job.done_at !== null }
  }
  const transaction_created_at = instantOf(reference)
  if (transaction_created_at === undefined) return undefined
  const id = reference.toLowerCase()
  const payment = { merchant_id, id, transaction_id: id, transaction_created_at }
  return { operation: { ...payment, topic: 'processor.authorize', payload: { capture: true } }, isDone: true }
}
