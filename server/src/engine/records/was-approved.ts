import { approvedBits } from '@kontor/contract/payments/transaction.rules'
import { type RawBuilder, sql } from 'kysely'

/** A processor said yes to a payment, whatever became of it since. A trigger notes each status that a payment has had. */
export const wasApproved = (payment: 't' | 'transaction'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(payment)}.visited & ${sql.lit(approvedBits)} <> 0)`
