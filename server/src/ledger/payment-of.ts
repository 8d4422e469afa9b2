import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { instantIn } from '../platform/db/ids.ts'

/** Joins `payment`, the row of the transaction that a row of the ledger is of. The time inside the id finds its partition. */
export function paymentOf(alias: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`payment.merchant_id = ${column('merchant_id')} and payment.id = ${column('transaction_id')}
    and payment.created_at = ${instantIn(`${alias}.transaction_id`)}`
}
