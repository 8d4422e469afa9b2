import { Refusal } from '@kontor/contract/refusal'
import type { StoredTransaction } from '../engine/records/stored-transaction.ts'
import { engineActor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { changeScheduled, isBeingTried, lockScheduled } from './locked-scheduled.ts'

/**
 * Takes a payment that its processor had, and this database had lost, for the attempt under way of a scheduled payment, so that no
 * other one begins. False: the scheduled payment is not here, or is over, or has another attempt under way.
 */
export async function adoptAttempt(trx: Trx, id: string, transaction: StoredTransaction): Promise<boolean> {
  const { merchant_id, created_at: started_at } = transaction
  const scheduled = await lockScheduled(trx, engineActor(merchant_id, 'system'), id).catch(whenGone)
  if (scheduled?.status !== 'CREATED' || isBeingTried(scheduled)) return false
  const attempt = scheduled.attempts + 1
  await trx
    .insertInto('scheduled_attempt')
    .values({
      ...{ merchant_id, scheduled_created_at: scheduled.created_at, scheduled_id: id, attempt, status: 'OPEN' },
      ...{ started_at, started_by: null, transaction_created_at: started_at, transaction_id: transaction.id },
    })
    .execute()
  await changeScheduled(trx, scheduled, { attempts: attempt, next_attempt_at: null })
  return true
}

function whenGone(error: unknown): undefined {
  if (error instanceof Refusal) return undefined
  throw error
}
