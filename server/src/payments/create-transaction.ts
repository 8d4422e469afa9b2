import type { BegunOperation } from '../engine/outbox/operation.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { decide } from './begin/decide.ts'
import { type PaymentOrder, type ResolvedPayment, resolve } from './begin/resolve.ts'
import { write } from './begin/write.ts'
import { takeVolume } from './limits/daily-volume.ts'

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
  const decision = decide(payment)
  await countVolume(trx, payment, now)
  return write(trx, payment, decision, now)
}

async function countVolume(trx: Trx, { order, profile }: ResolvedPayment, now: Date): Promise<void> {
  const { daily_volume: limit, ...of } = profile
  if (limit === null) return
  await takeVolume(trx, { ...of, amount: order.amount, limit, isTold: order.asked.by !== 'payer' }, now)
}
