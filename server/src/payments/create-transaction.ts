import { type FactsIn, factsInEach } from '../decisions/facts/amount-in.ts'
import { lotsOf } from '../decisions/lots.ts'
import { type Judgement, judge } from '../decisions/rulesets/judge.ts'
import type { BegunPayment } from '../engine/outbox/operation.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId, newIdFor } from '../platform/db/ids.ts'
import { type Asking, blocked, decide } from './begin/decide.ts'
import { type PaymentOrder, type ResolvedPayment, resolve } from './begin/resolve.ts'
import { write } from './begin/write.ts'
import { takeVolume } from './limits/daily-volume.ts'

/**
 * Records a payment: as INITIATED, with the job that asks the processor to authorize it, or as CANCELLED, if a ruleset blocks
 * it. Every refusal comes before the first write, so a caller may catch it and go on in the same database transaction.
 */
export async function createTransaction(trx: Trx, actor: Actor, order: PaymentOrder, now: Date): Promise<BegunPayment> {
  const payment = await resolve(trx, actor, order)
  const key = keyOf(payment, now)
  const factsIn = await factsInEach(trx, payment.facts, currenciesOf(payment), now)
  const judgement = judged(payment, key.id, factsIn)
  const asking = askingOf(payment, key.id, judgement, factsIn)
  const decision = judgement.isBlocked ? blocked : decide(payment, asking)
  await countVolume(trx, payment, now)
  return write(trx, payment, { key, judgement, decision, asking }, now)
}

/** A payment that Kontor makes by itself has an id that proves for what (docs/adr/0220). */
function keyOf({ order: { asked }, terms }: ResolvedPayment, now: Date) {
  const purpose = asked.by === 'schedule' ? asked.purpose : terms.cycle?.purpose
  return purpose === undefined ? newId(now) : newIdFor(purpose, now)
}

/** The currencies of the amounts in rulesets and routing. */
const currenciesOf = ({ rulesets, routing }: ResolvedPayment): string[] =>
  [...rulesets, ...(routing ? [routing] : [])].map(({ currency_code }) => currency_code)

/** What the rulesets of its payment profile say of a payment. */
function judged({ order, terms, rulesets }: ResolvedPayment, transaction: string, factsIn: FactsIn): Judgement {
  const { amount, payment_product } = order
  const payer_present = terms.payer_present === true
  return judge(rulesets, { transaction, amount, payment_product, payer_present }, factsIn)
}

/** The routing is asked last: it may ask whether a ruleset demands 3-D Secure. */
function askingOf(
  { routing }: ResolvedPayment,
  transaction: string,
  { three_d_secure }: Judgement,
  factsIn: FactsIn,
): Asking | undefined {
  if (!routing) return undefined
  const facts = { ...factsIn(routing.currency_code), '3ds': three_d_secure !== null }
  return { tree: routing.details, facts, draw: lotsOf(transaction) }
}

async function countVolume(trx: Trx, { order, profile }: ResolvedPayment, now: Date): Promise<void> {
  const { daily_volume: limit, ...of } = profile
  if (limit === null) return
  await takeVolume(trx, { ...of, amount: order.amount, limit, isTold: order.asked.by !== 'payer' }, now)
}
