import { madeTwice } from '@kontor/contract/contradictions/contradiction.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import { successes } from './record-contradiction.ts'

interface Asked {
  transaction: Pick<StoredTransaction, 'merchant_id' | 'id'>
  /** Null: the payment itself. */
  refund: string | null
}

/** Refuses what would decide about a payment or refund while a report about it waits for a person. */
export async function refuseContradicted(trx: Trx, asked: Asked): Promise<void> {
  if (await openOf(trx, asked).executeTakeFirst()) throw new Refusal('contradiction_open')
}

/**
 * Refuses what would decide about a payment or refund while its processor says otherwise that it moved the money. A report of a
 * processor that no longer has the payment is about money of its own, whatever became of the payment elsewhere.
 */
export async function refuseContradictedByMoney(trx: Trx, asked: Asked): Promise<void> {
  const report = await openOf(trx, asked)
    .where('they_say', 'in', [...successes, madeTwice])
    .where('superseded', '=', false)
    .executeTakeFirst()
  if (report) throw new Refusal('contradiction_open')
}

const openOf = (trx: Trx, { transaction: { merchant_id, id }, refund }: Asked) =>
  trx
    .selectFrom('contradiction')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('transaction_id', '=', id)
    .where('state', '=', 'OPEN')
    .where('refund_id', refund === null ? 'is' : '=', refund)
