import type { disputeChargebackEndpoint } from '@kontor/contract/disputes/chargeback.endpoints'
import type { ReadBody } from '@kontor/contract/endpoint'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { refuseCardNumber } from '../platform/refuse-card-number.ts'
import { answerChargeback, type BegunAnswer } from './answer-chargeback.ts'

/** Sends the added evidence to the issuer, with an explanation. */
export async function disputeChargeback(
  trx: Trx,
  actor: Actor,
  id: string,
  { explanation }: ReadBody<typeof disputeChargebackEndpoint>,
  now: Date,
): Promise<BegunAnswer> {
  await refuseCardNumber(trx, 'body.explanation', explanation)
  return answerChargeback(trx, actor, id, { answer: 'DISPUTE', explanation: explanation || null }, now)
}
