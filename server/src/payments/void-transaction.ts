import { transactionCan } from '@kontor/contract/payments/transaction.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { BegunOperation } from '../engine/outbox/operation.ts'
import { isKnownToProcessor, lockTransaction } from '../engine/records/stored-transaction.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { beginFollowUp } from './begin-follow-up.ts'

/** Voids an authorization: the processor releases the held money. */
export async function voidTransaction(trx: Trx, actor: Actor, id: string, now: Date): Promise<BegunOperation> {
  const transaction = await lockTransaction(trx, actor, id)
  if (!transactionCan.void(transaction) || !isKnownToProcessor(transaction))
    throw new Refusal('transaction_not_voidable')
  return beginFollowUp(trx, actor, { transaction, topic: 'processor.void' }, now)
}
