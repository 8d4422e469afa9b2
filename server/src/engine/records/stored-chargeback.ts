import type { ChargebackStatus } from '@kontor/contract/disputes/chargeback.rules'
import { isPaid } from '@kontor/contract/payments/transaction.rules'
import type { ChargebackAnswer } from '@kontor/contract/processors/capabilities'
import { type Selectable, sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { instantOf } from '../../platform/db/ids.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'
import type { Chargeback } from '../../schema.ts'
import type { StoredTransaction } from './stored-transaction.ts'

/** CHECK constraints allow no other values in the two columns. */
export type StoredChargeback = Omit<Selectable<Chargeback>, 'status' | 'answer'> & {
  status: ChargebackStatus
  answer: ChargebackAnswer | null
}

/** Finds a chargeback of a transaction by its whole key, without a lock. */
export async function findChargeback(
  trx: Trx,
  transaction: StoredTransaction,
  id: string,
): Promise<StoredChargeback | undefined> {
  return byKey(trx, transaction, id)?.executeTakeFirst()
}

/** Locks a chargeback. Every caller has locked the transaction before, so that two callers cannot deadlock. */
export async function lockChargeback(
  trx: Trx,
  transaction: Locked<StoredTransaction>,
  id: string,
): Promise<Locked<StoredChargeback> | undefined> {
  const query = byKey(trx, transaction, id)
  return query && lockRow(query)
}

/** Locks a chargeback by the id that the processor gave it. */
export const lockChargebackOfProcessor = (
  trx: Trx,
  processor: string,
  processor_id_external: string,
): Promise<Locked<StoredChargeback> | undefined> =>
  lockRow(
    trx
      .selectFrom('chargeback')
      .selectAll()
      .where('processor_id', '=', processor)
      .where('processor_id_external', '=', processor_id_external)
      .$castTo<StoredChargeback>(),
  )

/**
 * Gives the amount, in minor units, that a new chargeback of a payment may take: what the payment took, without what its other
 * chargebacks have taken or may still take. 0: the processor has nothing of it, or took it back, whatever was captured.
 */
export async function leftToChargeBack(
  trx: Trx,
  {
    merchant_id,
    id,
    status,
    captured_amount,
  }: Pick<StoredTransaction, 'merchant_id' | 'id' | 'status' | 'captured_amount'>,
): Promise<number> {
  if (!isPaid(status)) return 0
  const { amount } = await trx
    .selectFrom('chargeback')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('amount'), sql.lit(0)).as('amount'))
    .where('merchant_id', '=', merchant_id)
    .where('transaction_id', '=', id)
    .where('status', 'not in', ['WON', 'CANCELLED'])
    .executeTakeFirstOrThrow()
  return Math.max(captured_amount - Number(amount), 0)
}

function byKey(trx: Trx, transaction: StoredTransaction, id: string) {
  const created_at = instantOf(id)
  if (created_at === undefined) return undefined
  return trx
    .selectFrom('chargeback')
    .selectAll()
    .where('merchant_id', '=', transaction.merchant_id)
    .where('created_at', '=', created_at)
    .where('transaction_id', '=', transaction.id)
    .where('id', '=', id)
    .$castTo<StoredChargeback>()
}
