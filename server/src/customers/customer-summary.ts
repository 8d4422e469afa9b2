import type { CustomerSummary } from '@kontor/contract/customers/customer-reads.schemas'
import { paidStatuses } from '@kontor/contract/payments/transaction.rules'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import { visibleTo } from '../platform/db/actor.ts'
import type { Reader } from '../platform/db/database.ts'
import { literals } from '../platform/db/literals.ts'
import { onWire } from '../platform/sums.ts'
import { revocationOf } from './card.rows.ts'

type Total = CustomerSummary['totals'][number]

/** A customer's stored cards, and the purchases among the payments that the actor may see. */
export async function customerSummary(
  db: Reader,
  actor: Actor,
  merchant: string,
  customer: string,
): Promise<CustomerSummary> {
  const totals = await sql<Omit<Total, 'paid' | 'refunded'> & { paid: string; refunded: string }>`
    select currency_code, count(*) as purchases, sum(captured_amount) as paid,
      sum(refund_reserved) as refunded, max(created_at) as last_purchase_at
    from transaction
    where merchant_id = ${merchant} and customer_id = ${customer} and captured_amount > 0
      and status in (${literals(paidStatuses)}) and ${visibleTo(actor, 'transaction')}
    group by currency_code order by count(*) desc, currency_code`.execute(db)
  const cards = await db
    .selectFrom('card')
    .select(['id', 'created_at', 'brand', 'bin', 'last_four', 'expiry_month', 'expiry_year', 'revoked_at'])
    .select(revocationOf.as('revocation'))
    .where('merchant_id', '=', merchant)
    .where('customer_id', '=', customer)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  const exact = totals.rows.map((row) => ({ ...row, paid: BigInt(row.paid), refunded: BigInt(row.refunded) }))
  return { totals: onWire<Total[]>(exact), cards }
}
