import type { TimelineEntry } from '@kontor/contract/payments/timeline'
import { sql } from 'kysely'
import type { Reader } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/ids.ts'

const most = 1000

/** The events of a transaction, the oldest first. The caller has checked that the actor may see the transaction. */
export async function transactionTimeline(db: Reader, merchant: string, id: string): Promise<TimelineEntry[]> {
  const created_at = instantOf(id) ?? ''
  const { rows } = await sql<TimelineEntry>`
    select 'e' || id as id, at, case entity when 'transaction' then 'status' else entity end as kind, from_status, to_status,
      amount, reason, subject_id as subject, actor_kind, actor_name, null::json as call
    from transaction_event
    where merchant_id = ${merchant} and transaction_created_at = ${created_at} and transaction_id = ${id}
    union all
    select 'p' || id, parked_at, 'parked', replace(topic, 'processor.', ''), null, null, null, id, 'system', null, null
    from outbox
    where merchant_id = ${merchant} and transaction_id = ${id} and overdue_at is not null and parked_at is not null
    union all
    select 'r' || o.id, r.at, 'resolved', replace(o.topic, 'processor.', ''), r.outcome, null, r.seen_where, o.id, r.actor_kind,
      r.actor_name, null
    from outbox o join outbox_resolution r on r.merchant_id = o.merchant_id and r.outbox_id = o.id
    where o.merchant_id = ${merchant} and o.transaction_id = ${id} and o.overdue_at is not null
    union all
    select 'c' || id, at, 'processor_call', null, null, null, null, coalesce(refund_id, chargeback_id), 'processor', null,
      json_build_object('operation', operation, 'method', method, 'url', url, 'response_code', response_code,
        'duration_ms', duration_ms, 'request_body', request_body, 'response_body', response_body)
    from processor_call
    where merchant_id = ${merchant} and transaction_created_at = ${created_at} and transaction_id = ${id}
    order by at, id limit ${most}`.execute(db)
  return rows
}
