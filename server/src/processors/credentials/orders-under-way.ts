import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { StoredProcessor } from '../seen-processor.ts'

/** True while an order to a processor has no outcome, also when it is parked for a person. */
export async function hasOrdersUnderWay(
  trx: Trx,
  { merchant_id, id }: Pick<StoredProcessor, 'merchant_id' | 'id'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from outbox o
    left join transaction t
      on t.merchant_id = o.merchant_id and t.created_at = o.transaction_created_at and t.id = o.transaction_id
    left join refund r on r.merchant_id = o.merchant_id and r.transaction_id = o.transaction_id and r.id = o.refund_id
    left join chargeback d
      on d.merchant_id = o.merchant_id and d.transaction_id = o.transaction_id and d.id = o.chargeback_id
    left join payment_attempt a on a.merchant_id = o.merchant_id and a.transaction_created_at = o.transaction_created_at
      and a.transaction_id = o.transaction_id
      and a.id = coalesce((o.payload ->> 'of')::uuid, o.id)
    left join card c on c.merchant_id = o.merchant_id and c.id = o.card_id
    where o.merchant_id = ${merchant_id} and o.done_at is null
      and coalesce(r.processor_id, d.processor_id, a.processor_id, t.processor_id, c.processor_id) = ${id}
    limit 1`.execute(trx)
  return rows.length > 0
}
