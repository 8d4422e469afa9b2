import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { instantOf, providerId } from '../db/ids.ts'
import { fixed } from '../db/kept-plans.ts'
import type { Call } from './call.ts'

/**
 * Writes calls with their contents, and removes what their commands left (`audit_trail_intent`), in one statement. A call that
 * was written before is left as it is.
 */
export async function writeCalls(db: Reader, calls: readonly Call[]): Promise<void> {
  await sql`${fixed}
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(calls.map(rowOf))}::json) as each (
        id uuid, created_at timestamptz(3), parent_id uuid, merchant_id uuid, organisation_id uuid, type text, route text, url text,
        authentication text, user_id uuid, api_key_id uuid, user_name text, psp boolean, origin text, destination text,
        response_code smallint, refusal text, duration_ms int, request_bytes int, response_bytes int, transaction_id uuid,
        payment_profile_id uuid, gap text, missing int, missing_until timestamptz(3), outbox_id uuid, webhook_id uuid,
        request_headers jsonb, request_body text, response_headers jsonb, response_body text)
    ), settled as (
      delete from audit_trail_intent i using given where i.id = given.id
        -- A command of no merchant began at the provider, also where its caller looks at one.
        and i.merchant_id in (given.merchant_id, ${providerId}::uuid)
    ), content as (
      insert into audit_trail_content (merchant_id, created_at, id, request_headers, request_body, response_headers, response_body)
      select merchant_id, created_at, id, request_headers, request_body, response_headers, response_body
      from given where request_headers is not null
      on conflict do nothing
    )
    insert into audit_trail_item (merchant_id, created_at, id, parent_id, organisation_id, type, route, url, authentication,
      user_id, api_key_id, user_name, psp, origin, destination, response_code, refusal, duration_ms, request_bytes, response_bytes,
      transaction_id, payment_profile_id, gap, missing, missing_until)
    select given.merchant_id, given.created_at, given.id, coalesce(given.parent_id, o.cause, w.cause),
      coalesce(given.organisation_id, w.organisation_id, t.organisation_id), given.type, given.route, given.url, given.authentication,
      given.user_id, given.api_key_id, given.user_name, given.psp, given.origin, given.destination, given.response_code, given.refusal,
      given.duration_ms, given.request_bytes, given.response_bytes,
      coalesce(given.transaction_id, o.transaction_id, case when w.type = 'transaction' then w.item_id end),
      coalesce(given.payment_profile_id, t.payment_profile_id), given.gap, given.missing, given.missing_until
    from given
    left join lateral (select cause, transaction_id, transaction_created_at from outbox
      where outbox.merchant_id = given.merchant_id and outbox.id = given.outbox_id) o on given.outbox_id is not null
    left join lateral (select cause, organisation_id, type, item_id from webhook
      where webhook.merchant_id = given.merchant_id and webhook.id = given.webhook_id) w on given.webhook_id is not null
    left join lateral (select organisation_id, payment_profile_id from transaction
      where transaction.merchant_id = given.merchant_id and transaction.created_at = o.transaction_created_at
        and transaction.id = o.transaction_id) t on o.transaction_id is not null
    on conflict do nothing`.execute(db)
}

/** The months and days of calls that have no partition yet. */
export async function makeRoom(db: Reader, calls: readonly Call[]): Promise<void> {
  for (const day of new Set(calls.map(({ id }) => instantOf(id)?.slice(0, 10))))
    await sql`select ensure_audit_trail_partitions(${day}::date, ${day}::date)`.execute(db)
}

function rowOf(call: Call) {
  const { caller, gap, content } = call
  return {
    ...{
      id: call.id,
      created_at: instantOf(call.id),
      parent_id: call.parent,
      merchant_id: call.merchant ?? providerId,
    },
    ...{
      organisation_id: call.organisation,
      type: call.type,
      route: call.route.slice(0, 200),
      url: call.url.slice(0, 2_000),
    },
    authentication: caller ? (caller.kind === 'user' ? 'jwt' : 'api') : 'none',
    user_id: caller?.kind === 'user' ? caller.id : null,
    api_key_id: caller?.kind === 'api_key' ? caller.id : null,
    ...{ user_name: caller?.name.slice(0, 200), psp: caller?.psp ?? false },
    ...{ origin: call.origin ?? 'kontor', destination: call.destination ?? 'kontor' },
    ...{ response_code: call.response_code, refusal: call.refusal, duration_ms: Math.round(call.duration_ms) },
    ...{ request_bytes: call.request_bytes, response_bytes: call.response_bytes },
    ...{ transaction_id: call.transaction, payment_profile_id: call.payment_profile },
    ...{ gap: gap?.why, missing: gap?.missing, missing_until: gap?.until?.toISOString() },
    ...{ outbox_id: call.order, webhook_id: call.webhook },
    ...content,
  }
}
