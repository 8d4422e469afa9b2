import { sql } from 'kysely'
import type { Databases, Reader, Trx } from '../db/database.ts'
import { fixed } from '../db/kept-plans.ts'
import type { Attempted } from '../outgoing/post-signed.ts'
import type { Claimed } from './claim.ts'
import { type Outcome, outcomeOf } from './outcome-of.ts'
import { waitAfter } from './schedule.ts'

export interface SwitchedOff {
  merchant: string
  url: string
  reason: 'failing' | 'gone'
}

interface FinishSettings {
  databases: Databases
  waits_ms: readonly number[]
  /** Runs in the transaction that switches an address off. */
  onSwitchedOff: (trx: Trx, address: SwitchedOff) => Promise<void>
}

const gone = 410

/** Records an attempt, and its effect on the webhook, the next one of its item, and its address. */
export async function finish(settings: FinishSettings, claimed: Claimed, attempted: Attempted): Promise<void> {
  const { provider } = settings.databases
  const outcome = outcomeOf(claimed, attempted)
  if (outcome === 'delivered') return void (await note(provider, claimed, attempted, outcome, settings.waits_ms))
  await provider.transaction().execute(async (trx) => {
    const isManual = await note(trx, claimed, attempted, outcome, settings.waits_ms)
    if (!isManual) await rememberFailure(trx, claimed, attempted, settings.onSwitchedOff)
  })
}

async function note(
  db: Reader,
  { merchant_id, id, attempts }: Claimed,
  attempted: Attempted,
  outcome: Outcome,
  waits_ms: readonly number[],
): Promise<boolean> {
  const { status, body, duration_ms, problem, error, retryAfter_ms } = attempted
  const wait_ms = waitAfter({ attempts, retryAfter_ms }, waits_ms)
  const isDone = outcome !== undefined
  // A worker slower than its lease leaves the webhook to the worker that took over; its attempt is recorded all the
  // same.
  const { rows } = await sql<{ manual: boolean }>`${fixed}
    with attempt as (
      insert into webhook_attempt (merchant_id, webhook_id, attempt, duration_ms, response_code, problem, response_body, error)
      values (${merchant_id}, ${id}, ${attempts}, ${duration_ms}, ${status}, ${problem}, ${body || null}, ${error})
      on conflict do nothing
    ), noted as (
      update webhook set leased_until = null, response_code = ${status},
        next_attempt_at = case when ${isDone} then next_attempt_at else now() + make_interval(secs => ${wait_ms / 1000}) end,
        done_at = case when ${isDone} then engine_now() end,
        delivered_on = case when ${outcome ?? null}::text = 'delivered' then coalesce(delivered_on, engine_now()) else delivered_on end,
        outcome = case when ${isDone} then case when delivered_on is null then ${outcome ?? null} else 'delivered' end end
      where merchant_id = ${merchant_id} and id = ${id} and attempts = ${attempts} and done_at is null
      returning merchant_id, item_id, seq, in_line
    ), next as (
      update webhook w set next_attempt_at = now() from noted
      where ${isDone} and noted.in_line and w.merchant_id = noted.merchant_id and w.seq = (
        select min(seq) from webhook later where later.merchant_id = noted.merchant_id and later.item_id = noted.item_id
          and later.in_line and later.done_at is null and later.seq > noted.seq)
        and w.item_id = noted.item_id and w.in_line and w.done_at is null
    ), well as (
      update webhook_address a set failures = 0, failing_since = null from webhook w
      where ${outcome === 'delivered'} and w.merchant_id = ${merchant_id} and w.id = ${id} and failures > 0
        and a.merchant_id = w.merchant_id and a.address_key = w.address_key
    )
    select manual from webhook where merchant_id = ${merchant_id} and id = ${id}`.execute(db)
  return rows[0]?.manual ?? true
}

/**
 * Records a failure of the address. An address that has only failed for days, or that answers "gone", is switched off.
 */
async function rememberFailure(
  trx: Trx,
  { merchant_id, url }: Claimed,
  { status }: Attempted,
  onSwitchedOff: FinishSettings['onSwitchedOff'],
): Promise<void> {
  await sql`
    insert into webhook_address as a (merchant_id, address_key, url, failures, failing_since, last_failed_at, response_code)
    values (${merchant_id}, address_key(${url}), ${url}, 1, now(), now(), ${status})
    on conflict (merchant_id, address_key) do update set failures = a.failures + 1, last_failed_at = now(),
      failing_since = coalesce(a.failing_since, now()), response_code = excluded.response_code`.execute(trx)
  const reason = status === gone ? 'gone' : 'failing'
  const { rows } = await sql`
    update webhook_address set switched_off_at = now(), switched_off_reason = ${reason}
    where merchant_id = ${merchant_id} and address_key = address_key(${url}) and switched_off_at is null
      and (${status === gone} or (failures >= 10 and failing_since <= now() - interval '5 days'))
    returning url`.execute(trx)
  if (rows.length > 0) await onSwitchedOff(trx, { merchant: merchant_id, url, reason })
}
