import type { BegunOperation } from '../engine/outbox/operation.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { decide } from './begin/decide.ts'
import { type PaymentOrder, resolve } from './begin/resolve.ts'
import { write } from './begin/write.ts'

/**
 * Records a payment as INITIATED, with the job that asks the processor to authorize it. Every refusal comes before the first
 * write, so a caller may catch it and go on in the same database transaction.
 */
export async function createTransaction(
  trx: Trx,
  actor: Actor,
  order: PaymentOrder,
  now: Date,
): Promise<BegunOperation> {
  const payment = await resolve(trx, actor, order)
  return write(trx, payment, decide(payment), now)
}
