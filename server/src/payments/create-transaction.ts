import { factsInEach } from '../decisions/facts/amount-in.ts'
import { type Judgement, judge } from '../decisions/rulesets/judge.ts'
import type { BegunPayment } from '../engine/outbox/operation.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { blocked, decide } from './begin/decide.ts'
import { type PaymentOrder, type ResolvedPayment, resolve } from './begin/resolve.ts'
import { write } from './begin/write.ts'
import { takeVolume } from './limits/daily-volume.ts'

/**
 * Records a payment: as INITIATED, with the job that asks the processor to authorize it, or as CANCELLED, if a ruleset blocks
 * it. Every refusal comes before the first write, so a caller may catch it and go on in the same database transaction.
 */
export async function createTransaction(trx: Trx, actor: Actor, order: PaymentOrder, now: Date): Promise<BegunPayment> {
  const payment = await resolve(trx, actor, order)
  const key = newId(now)
  const judgement = await judged(trx, payment, key.id, now)
  const decision = judgement.isBlocked ? blocked : decide(payment)
  await countVolume(trx, payment, now)
  return write(trx, payment, { key, judgement, decision }, now)
}

/** What the rulesets of its payment profile say of a payment. */
async function judged(
  trx: Trx,
  { order, terms, rulesets, facts }: ResolvedPayment,
  transaction: string,
  now: Date,
): Promise<Judgement> {
  const { amount, payment_product } = order
  const currencies = rulesets.map(({ currency_code }) => currency_code)
  const factsIn = await factsInEach(trx, facts, currencies, now)
  const payer_present = terms.payer_present === true
  return judge(rulesets, { transaction, amount, payment_product, payer_present }, factsIn)
}

async function countVolume(trx: Trx, { order, profile }: ResolvedPayment, now: Date): Promise<void> {
  const { daily_volume: limit, ...of } = profile
  if (limit === null) return
  await takeVolume(trx, { ...of, amount: order.amount, limit, isTold: order.asked.by !== 'payer' }, now)
}
