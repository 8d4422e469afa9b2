import type { TimelineEntry } from '@kontor/contract/payments/timeline'
import { sql } from 'kysely'
import { toldTo } from '../platform/changes/own-people.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Reader } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/ids.ts'

const most = 1000

type StoredEntry = TimelineEntry & { actor_id: string | null }

/** The events of a transaction, the oldest first. The caller has checked that the actor may see the transaction. */
export async function transactionTimeline(
  db: Reader,
  accounts: Reader,
  actor: Actor,
  merchant: string,
  id: string,
): Promise<TimelineEntry[]> {
  const created_at = instantOf(id) ?? ''
  const { rows } = await sql<StoredEntry>`
    select id, at, kind, from_status, to_status, amount,
      case when ${actor.psp} or kind not in ('contradiction', 'resolved') then reason end as reason, subject,
      actor_kind, actor_id, actor_name, call
    from (
      select 'e' || id as id, at, case entity when 'transaction' then 'status' else entity end as kind, from_status, to_status,
        amount, reason, subject_id as subject, actor_kind, actor_id,
        case when actor_kind in ('user', 'api_key') then actor_name else coalesce(actor_name, actor_kind) end as actor_name,
        null::json as call
      from transaction_event
      where merchant_id = ${merchant} and transaction_created_at = ${created_at} and transaction_id = ${id}
      union all
      select 'p' || id, parked_at, 'parked', replace(topic, 'processor.', ''), null, null, null, id, 'system', null, null, null
      from outbox
      where merchant_id = ${merchant} and transaction_id = ${id} and overdue_at is not null and parked_at is not null
      union all
      select 'k' || id, created_at, 'cancellation', 'authorize', null, null, null, (payload ->> 'of')::uuid,
        coalesce(payload -> 'asked_by' ->> 'kind', 'system'), (payload -> 'asked_by' ->> 'id')::uuid,
        payload -> 'asked_by' ->> 'name', null
      from outbox
      where merchant_id = ${merchant} and transaction_id = ${id} and topic = 'processor.cancel_reference'
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
      union all
      select 'f' || a.attempt || step.kind, step.at, 'attempt_' || step.kind, null, step.state, null, step.reason, a.processor_id,
        'processor', null, p.name, null
      from (select x.*, lead(began_at) over (order by attempt) as next_began_at, count(*) over () as number
        from payment_attempt x
        where merchant_id = ${merchant} and transaction_created_at = ${created_at} and transaction_id = ${id}) a
      join processor p on p.merchant_id = a.merchant_id and p.id = a.processor_id
      -- The two instants are of two clocks.
      cross join lateral (values ('began', a.began_at, null, null),
        ('ended', least(a.ended_at, a.next_began_at), a.state, a.reason)) step (kind, at, state, reason)
      where a.number > 1 and (step.kind = 'began' or a.ended_at is not null)
      union all
      select 'm' || middleware_id, at, 'middleware_call', decision, case when refused then 'refused' else 'went_on' end, null,
        coalesce(case when tag is null then reason else concat_ws(': ', tag, reason) end, problem), middleware_id, 'system', null, name,
        case when ${actor.psp} and decision <> 'skipped' then json_build_object('operation', 'middleware', 'method', 'POST',
          'url', url, 'response_code', response_code, 'duration_ms', duration_ms, 'request_body', request_body,
          'response_body', response_body) end
      from middleware_call
      where merchant_id = ${merchant} and transaction_created_at = ${created_at} and transaction_id = ${id}
      union all
      select 'n' || middleware_id, coalesce(done_at, at), 'middleware_copy', status, coalesce(outcome, 'waiting'), null, problem,
        middleware_id, 'system', null, name,
        case when ${actor.psp} and attempts > 0 and url is not null then json_build_object('operation', 'middleware',
          'method', 'POST', 'url', url, 'response_code', response_code, 'duration_ms', duration_ms,
          'request_body', request_body, 'response_body', response_body) end
      from middleware_copy
      where merchant_id = ${merchant} and transaction_created_at = ${created_at} and transaction_id = ${id}
      union all
      select 'x', before, 'exchanges_removed', null, null, null, null, null, 'system', null, null, null
      from removed_data where kind = 'exchanges' and before > ${created_at}
    ) entry
    order by at, id limit ${most}`.execute(db)
  return toldTo(actor, accounts, merchant, rows)
}
