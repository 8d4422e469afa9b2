import type { QueryResult } from 'pg'
import { RoleClient } from '../platform/db/role-client.ts'

/** One value of a gauge. Labels have few values. */
export interface Sample {
  name: string
  value: number
  labels?: Record<string, string>
}

interface Look {
  /** The gauges that it gives, each with its help. */
  readonly gauges: Record<string, string>
  /** Gives a column for each gauge, under its name without `kontor_`, and other columns as labels. */
  readonly statement: string
}

/** Of more rows than this, only so many are counted. */
export const mostCounted = 10_000

/**
 * Each statement reads an index of few rows, or no more than so many of them, because it is asked again every few seconds.
 * Queues are dated by the clock of the database, payments by the engine's.
 */
const looks: readonly Look[] = [
  {
    gauges: {
      kontor_outbox_due: `Jobs of the outbox that are due and that nobody has, at most ${mostCounted}`,
      kontor_outbox_leased: 'Jobs of the outbox that a process has',
      kontor_outbox_oldest_seconds: 'Seconds since the oldest job of the outbox fell due that nobody has',
    },
    statement: `select count(*) filter (where is_due) as outbox_due, count(*) filter (where is_leased) as outbox_leased,
        coalesce(extract(epoch from clock_timestamp() - min(next_attempt_at) filter (where is_due)), 0) as outbox_oldest_seconds
      from (select next_attempt_at, coalesce(leased_until > clock_timestamp(), false) as is_leased,
          next_attempt_at <= clock_timestamp() and not coalesce(leased_until > clock_timestamp(), false) as is_due
        from outbox where done_at is null order by next_attempt_at limit ${mostCounted}) open`,
  },
  {
    gauges: {
      kontor_payments_unknown: `Payments whose outcome is not known, at most ${mostCounted}`,
      kontor_payments_unknown_oldest_seconds: 'Seconds since the oldest payment began whose outcome is not known',
    },
    statement: `select count(*) as payments_unknown,
        coalesce(extract(epoch from engine_now() - min(created_at)), 0) as payments_unknown_oldest_seconds
      from (select created_at from transaction where status = 'UNKNOWN' order by created_at limit ${mostCounted}) unknown`,
  },
  {
    gauges: { kontor_payments_recent: `Payments of the last five minutes, of the newest ${mostCounted}` },
    statement: `select status, count(*) as payments_recent from (select status from transaction
        where created_at > engine_now() - interval '5 minutes' order by created_at desc limit ${mostCounted}) recent group by status`,
  },
  {
    gauges: {
      kontor_refunds_under_way: `Refunds without an outcome, at most ${mostCounted}`,
      kontor_refunds_oldest_seconds: 'Seconds since the oldest refund without an outcome was made',
    },
    statement: `select count(*) as refunds_under_way,
        coalesce(extract(epoch from engine_now() - min(created_at)), 0) as refunds_oldest_seconds
      from (select created_at from refund where status in ('PENDING', 'HOLD', 'UNKNOWN') order by created_at limit ${mostCounted}) open`,
  },
  {
    gauges: {
      kontor_notifications_waiting: `Notifications of processors that could not be applied yet, at most ${mostCounted}`,
    },
    statement: `select count(*) as notifications_waiting
      from (select from processor_notification where worked_at is null and next_attempt_at is not null limit ${mostCounted}) open`,
  },
  {
    gauges: {
      kontor_webhooks_waiting: `Webhooks that are not delivered yet, but for those whose address is switched off, at most ${mostCounted}`,
      kontor_webhooks_oldest_seconds: 'Seconds since the oldest webhook fell due that is not delivered',
    },
    // From address to address, so that what waits for one that is switched off is not read.
    statement: `with recursive place as (
        (select merchant_id, address_key from webhook where done_at is null order by merchant_id, address_key limit 1)
        union all
        select n.merchant_id, n.address_key from place p cross join lateral (
          select w.merchant_id, w.address_key from webhook w
          where w.done_at is null and (w.merchant_id, w.address_key) > (p.merchant_id, p.address_key)
          order by w.merchant_id, w.address_key limit 1) n
      )
      select count(*) as webhooks_waiting,
        greatest(coalesce(extract(epoch from clock_timestamp() - min(next_attempt_at)), 0), 0) as webhooks_oldest_seconds
      from (select w.next_attempt_at from place p
        left join webhook_address a on a.merchant_id = p.merchant_id and a.address_key = p.address_key
        cross join lateral (select next_attempt_at from webhook w
          where w.merchant_id = p.merchant_id and w.address_key = p.address_key and w.done_at is null
          order by next_attempt_at limit ${mostCounted}) w
        where a.switched_off_at is null limit ${mostCounted}) open`,
  },
  {
    gauges: {
      kontor_webhook_addresses_switched_off: 'Addresses of webhooks that failed for so long that they are switched off',
    },
    statement: `select count(*) as webhook_addresses_switched_off from webhook_address where switched_off_at is not null`,
  },
  {
    gauges: {
      kontor_mails_waiting: `Mails that are not sent yet, at most ${mostCounted}`,
      kontor_mails_oldest_seconds: 'Seconds since the oldest mail was written that is not sent',
    },
    // A try that failed moves the next one ahead, and the mail is as late as before.
    statement: `select count(*) as mails_waiting,
        greatest(coalesce(extract(epoch from now() - min(created_at)), 0), 0) as mails_oldest_seconds
      from (select created_at from mail where done_at is null order by next_attempt_at limit ${mostCounted}) open`,
  },
  {
    gauges: {
      kontor_statistics_backlog: `Changes that are not folded into the figures yet, at most ${mostCounted}`,
    },
    statement: `select count(*) as statistics_backlog from (select from statistics_delta limit ${mostCounted}) open`,
  },
  {
    gauges: {
      kontor_statistics_differences: 'Differences between figures and rows at the last check',
      kontor_statistics_checked_timestamp_seconds: 'When the last check of the figures ended',
    },
    statement: `select differences as statistics_differences,
        extract(epoch from finished_at) as statistics_checked_timestamp_seconds
      from statistics_check order by id desc limit 1`,
  },
  {
    gauges: { kontor_client_money_short: 'Currencies in which client money was short on the last closed day' },
    statement: `select count(*) filter (where surplus < 0) as client_money_short from client_money_day
      where business_day = (select max(business_day) from client_money_day)`,
  },
  {
    gauges: { kontor_payouts_without_rate: 'Payouts in another currency that wait for an exchange rate' },
    statement: `select count(*) as payouts_without_rate from settlement s where unpaid_because is not null
        and not exists (select from settlement later where later.merchant_id = s.merchant_id and later.book_id = s.book_id
          and later.currency_code = s.currency_code and upper(later.covers) > upper(s.covers))`,
  },
  {
    gauges: { kontor_partitions_ahead_days: 'Days until the last table of the partitioned ones ends' },
    statement: `select parent.relname as "table", extract(epoch from max(to_timestamp(
          (regexp_match(pg_get_expr(part.relpartbound, part.oid), 'TO \\(''([^'']+)'))[1], 'YYYY-MM-DD')) - engine_now()) / 86400
          as partitions_ahead_days
      from pg_inherits join pg_class parent on parent.oid = inhparent join pg_class part on part.oid = inhrelid
      where parent.relkind = 'p' and pg_get_expr(part.relpartbound, part.oid) <> 'DEFAULT' group by parent.relname`,
  },
  {
    gauges: {
      kontor_replica_lag_seconds:
        'Seconds that the slowest standby is behind, where kontor_provider may see it (pg_monitor)',
    },
    statement: `select extract(epoch from max(replay_lag)) as replica_lag_seconds from pg_stat_replication having max(replay_lag) is not null`,
  },
]

/** The help of each gauge that is read from the database. */
export const databaseGauges: Readonly<Record<string, string>> = Object.assign({}, ...looks.map(({ gauges }) => gauges))

const patience_ms = { connectionTimeoutMillis: 1_500, query_timeout: 2_000 }
/** One message is one transaction, to which the limit belongs. */
const within = (statement: string) => `set local statement_timeout = 1500; ${statement}`
/** The whole look takes no longer: what is missing then is left out, and the next scrape asks again. */
const longest_ms = 4_000

/**
 * Reads the gauges over a connection of its own, so that it neither takes one from payments nor waits for them. What fails or
 * takes too long is left out.
 */
export async function readDatabaseGauges(connectionString: string): Promise<{ samples: Sample[]; isWhole: boolean }> {
  const client = new RoleClient({ connectionString, ...patience_ms, application_name: 'kontor metrics' })
  client.on('error', () => {})
  const end = Date.now() + longest_ms
  const samples: Sample[] = []
  let isWhole = true
  try {
    await client.connect()
    for (const look of looks) {
      if (Date.now() > end) {
        isWhole = false
        break
      }
      const rows = await client.query(within(look.statement)).then(
        (results) => (results as unknown as QueryResult<Record<string, string | number | null>>[])[1]?.rows,
        () => undefined,
      )
      if (!rows) isWhole = false
      for (const row of rows ?? []) samples.push(...samplesOf(look, row))
    }
  } catch {
    isWhole = false
  } finally {
    // The answer does not wait for the connection to close.
    void client.end().catch(() => {})
  }
  return { samples, isWhole }
}

function samplesOf({ gauges }: Look, row: Record<string, string | number | null>): Sample[] {
  const isGauge = (column: string) => `kontor_${column}` in gauges
  const labels = Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !isGauge(column))
      .map(([column, value]) => [column, String(value)]),
  )
  return Object.entries(row)
    .filter(([column, value]) => isGauge(column) && value !== null)
    .map(([column, value]) => ({ name: `kontor_${column}`, value: Number(value), labels }))
}
