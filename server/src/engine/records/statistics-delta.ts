import type { Insertable } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { StatisticsDelta } from '../../schema.ts'
import type { StoredTransaction } from './stored-transaction.ts'

type Delta = Insertable<StatisticsDelta>

/** Writes the rows that the roll-ups are made from. A change is two rows: −1 with the old values, +1 with the new ones. */
export async function recordDeltas(trx: Trx, deltas: Delta[]): Promise<void> {
  await trx.insertInto('statistics_delta').values(deltas).execute()
}

export const transactionDelta = (row: StoredTransaction, n: 1 | -1): Delta => ({
  ...dimensions(row),
  entity: 'transaction',
  created_at: row.created_at,
  status: row.status,
  visited: row.visited,
  n,
  amount: row.amount,
})

interface FollowUp {
  created_at: string
  status: string
  amount: number
}

/** A refund or chargeback has the dimensions of its transaction, but its own time. */
export const followUpDelta = (
  entity: 'refund' | 'chargeback',
  transaction: StoredTransaction,
  row: FollowUp,
  n: 1 | -1,
): Delta => ({
  ...dimensions(transaction),
  entity,
  created_at: row.created_at,
  status: row.status,
  n,
  amount: row.amount,
})

const dimensions = (row: StoredTransaction) => ({
  merchant_id: row.merchant_id,
  organisation_id: row.organisation_id,
  payment_product: row.payment_product,
  payment_product_type: row.payment_product_type,
  country_code: row.country_code,
  payment_profile_id: row.payment_profile_id,
  processor_id: row.processor_id,
  platform: row.platform,
  browser: row.browser,
  currency_code: row.currency_code,
  customer_id: row.customer_id,
})
