import type { TimelineEntry } from '@kontor/contract/payments/timeline'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Reader } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/ids.ts'

const most = 1000

/** The events of a transaction, the oldest first. The caller has checked that the actor may see the transaction. */
export async function transactionTimeline(
  db: Reader,
  actor: Actor,
  merchant: string,
  id: string,
): Promise<TimelineEntry[]> {
  const created_at = instantOf(id) ?? ''
  const { rows } = await sql<TimelineEntry>`
    select id, at, kind, from_status, to_status, amount,
      case when ${actor.psp} or kind not in ('contradiction', 'resolved') then reason end as reason, subject,
      case when is_provider then 'provider' else actor_kind end as actor_kind,
      case when not is_provider then actor_name end as actor_name, call
    from (
      select 'e' || id as id, at, case entity when 'transaction' then 'status' else entity end as kind, from_status, to_status,
        amount, reason, subject_id as subject, actor_kind, actor_id, actor_name, null::json as call
      from transaction_event
      where merchant_id = ${merchant} and transaction_created_at = ${created_at} and transaction_id = ${id}
      union all
      select 'p' || id, parked_at, 'parked', replace(topic, 'processor.', ''), null, null, null, id, 'system', null, null, null
      from outbox
      where merchant_id = ${merchant} and transaction_id = ${id} and overdue_at is not null and parked_at is not null
      union all
      select 'r' || o.id, r.at, 'resolved', replace(o.topic, 'processor.', ''), r.outcome, null, r.seen_where, o.id,
        r.actor_kind, r.actor_id, r.actor_name, null
      from outbox o join outbox_resolution r on r.merchant_id = o.merchant_id and r.outbox_id = o.id
      where o.merchant_id = ${merchant} and o.transaction_id = ${id} and o.overdue_at is not null
      union all
      select 'c' || id, at, 'processor_call', null, null, null, null, coalesce(refund_id, chargeback_id), 'processor', null, null,
        json_build_object('operation', operation, 'method', method, 'url', url, 'response_code', response_code,
          'duration_ms', duration_ms, 'request_body', request_body, 'response_body', response_body)
      from processor_call
      where merchant_id = ${merchant} and transaction_created_at = ${created_at} and transaction_id = ${id}
    ) entry,
    -- A merchant sees that its provider did something, and never which of the provider's people.
    lateral (select not ${actor.psp} and actor_kind = 'user' and not exists (select from platform_user u
      where u.merchant_id = ${merchant} and u.id = actor_id) as is_provider) who
    order by at, id limit ${most}`.execute(db)
  return rows
}
