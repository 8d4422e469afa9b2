import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Joins `payment`, the row of the transaction that a row of the ledger is of. The time inside the id finds its partition.
 */
export function paymentOf(alias: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`payment.merchant_id = ${column('merchant_id')} and payment.id = ${column('transaction_id')}
    and payment.created_at = to_timestamp(('x' || lpad(left(replace(${column('transaction_id')}::text, '-', ''), 12), 16, '0'))::bit(64)::bigint
      / 1000.0)::timestamptz(3)`
}
