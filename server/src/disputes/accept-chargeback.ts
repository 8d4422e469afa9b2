import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { answerChargeback, type BegunAnswer } from './answer-chargeback.ts'

/** Accepts a chargeback: the payer keeps the money. The processor is told after the commit. */
export const acceptChargeback = (trx: Trx, actor: Actor, id: string, now: Date): Promise<BegunAnswer> =>
  answerChargeback(trx, actor, id, { answer: 'ACCEPT', explanation: null }, now)
