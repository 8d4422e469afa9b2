import type { payBackContradictionEndpoint } from '@kontor/contract/contradictions/contradiction.endpoints'
import { canPayBack } from '@kontor/contract/contradictions/ending.rules'
import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import { refundTransaction } from '../payments/refund-transaction.ts'
import { voidTransaction } from '../payments/void-transaction.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { findContradiction } from './locked-contradiction.ts'
import { takeOverPayment } from './take-over-contradiction.ts'

/** Takes over what the processor reports, and orders it to refund or void the whole. Returns the order. */
export async function payBackContradiction(
  trx: Trx,
  actor: Actor,
  id: string,
  { note }: ReadBody<typeof payBackContradictionEndpoint>,
  now: Date,
): Promise<{ merchant: string; job: string }> {
  const seen = await findContradiction(trx, actor, id)
  if (seen.state !== 'OPEN') throw new Refusal('contradiction_over')
  if (!canPayBack(seen)) throw new Refusal('contradiction_not_settleable')
  const transaction = await takeOverPayment(trx, actor, seen, { state: 'PAID_BACK', note })
  if (transaction.status === 'AUTHORIZED') return voidTransaction(trx, actor, transaction.id, now)
  // The merchant sees the refund, and neither the note nor who of the provider's people wrote it.
  const whole = { amount: transaction.captured_amount, created_by: null, isBeyondLimits: true } as const
  const { merchant, refund } = await refundTransaction(trx, actor, transaction.id, whole, now)
  return { merchant, job: refund }
}
