import type { MerchantKeptKind } from '@kontor/contract/organisations/configuration/merchant-configuration.rules'
import { waitsForAddress_days } from '@kontor/contract/webhooks/webhook.rules'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Databases, isLocked } from '../platform/db/database.ts'
import { oneTurn } from '../platform/jobs/one-turn.ts'
import type { PeriodicJob } from '../platform/jobs/periodic.ts'
import { giveUpSwitchedOff, waitsForSwitchedOff } from '../platform/webhooks/give-up.ts'
import { forgetImportFiles, forgetReportFiles } from './forget-files.ts'
import { type KeptDays, type KeptKind, usualDays } from './kept-days.ts'
import { atOnce, deleteRows, type Provider } from './portions.ts'

const hour_ms = 3_600_000
/** So that tables of the trail can wait for a quiet moment. */
const daysAhead = 7

interface House {
  provider: Provider
  days: KeptDays
}

/**
 * The cleaning jobs: they create partitions for the coming months and delete expired data. Each is a separate job, so
 * that a failure of one does not stop the others.
 */
export function housekeepingJobs({ provider }: Databases, days: KeptDays = usualDays): PeriodicJob[] {
  const house = { provider, days }
  return [
    ...ofTables(house),
    ...ofPayments(house),
    ...ofSigningIn(house),
    ...ofMessages(house),
    ...ofCounters(house),
    ...ofFiles(house),
  ]
}

function ofTables({ provider, days }: House): PeriodicJob[] {
  const until = (kind: KeptKind) => sql`engine_now() - make_interval(days => ${days[kind]})`
  return [
    job('partitions', async () => {
      await sql`select ensure_partitions(current_date, (current_date + interval '3 months')::date)`.execute(provider)
    }),
    job('partitions of the audit trail', () =>
      hasDone(
        oneTable(provider, sql`make_audit_trail_partition(engine_now()::date, engine_now()::date + ${daysAhead}::int)`),
      ),
    ),
    job('old audit trail', () =>
      hasDone(oneTable(provider, sql`forget_audit_trail(${until('audit_trail')}, ${until('audit_trail_contents')})`)),
    ),
  ]
}

function ofPayments(house: House): PeriodicJob[] {
  const { provider } = house
  return [
    byMonth(house, 'exchanges', 'processor_call', async (until) =>
      Math.max(
        await numberOf(provider, sql`forget_late_exchanges(${until}, ${atOnce})`),
        await numberOf(provider, sql`forget_other_exchanges(${until}, ${atOnce})`),
      ),
    ),
    byMonth(house, 'decisions', 'decision', async () => 0),
    // A payment with one attempt says all of it by itself.
    byMonth(house, 'orders', 'payment_attempt', (until) => numberOf(provider, sql`forget_orders(${until}, ${atOnce})`)),
    // The function obeys the days of each merchant by itself.
    byFunction(house, 'link_events', 'forget_link_events'),
    byFunction(house, 'checks', 'forget_checks'),
  ]
}

function ofSigningIn(house: House): PeriodicJob[] {
  const { provider, days } = house
  return [
    byFunction(house, 'sign_in_events', 'forget_sign_in_events'),
    expired(provider, 'logouts of issuers', 'sign_on_logout', sql`received_at < now() - interval '1 hour'`),
    expired(provider, 'challenges', 'challenge', sql`expires_at < now() - interval '1 day'`),
    expired(
      provider,
      'mailed links',
      'user_token',
      // The last link of an invitation says when that ended. There is one for each user.
      sql`expires_at < now() - interval '1 day' and (used_at is not null or purpose <> 'set_password')`,
    ),
    expired(provider, 'sessions', 'session', sql`expires_at < ${daysAgo(days, 'sessions')}`),
    expired(provider, 'remembered devices', 'remembered_device', sql`expires_at < ${daysAgo(days, 'sessions')}`),
    expired(
      provider,
      'refresh tokens of issuers',
      'sign_on_session',
      sql`exists (select from session where session.id = sign_on_session.session_id
        and (session.ended_at is not null or session.expires_at < now()))`,
    ),
  ]
}

function ofMessages(house: House): PeriodicJob[] {
  const { provider, days } = house
  return [
    byFunction(house, 'notifications', 'forget_notifications'),
    keptByMerchant(house, 'notification_contents', (until, of) => forgetContentsOfNotifications(provider, until, of)),
    job('webhooks to switched-off addresses', () =>
      inPortions(() => giveUpSwitchedOff(provider, { after_days: waitsForAddress_days, most: atOnce })),
    ),
    keptByMerchant(house, 'webhooks', (until, of) =>
      deleteRows(
        provider,
        'webhook',
        sql`${of} and created_at < ${until} and (done_at is not null or ${waitsForSwitchedOff})`,
      ),
    ),
    expired(provider, 'addresses of webhooks', 'webhook_address', sql`failures = 0 and switched_off_at is null`),
    keptByMerchant(house, 'terminal_requests', (until, of) =>
      deleteRows(provider, 'terminal_request', sql`${of} and at < ${until}`),
    ),
    expired(provider, 'idempotency keys', 'idempotency_key', sql`created_at < ${daysAgo(days, 'idempotency_keys')}`),
    expired(provider, 'mails', 'mail', sql`done_at < ${daysAgo(days, 'mails')}`),
  ]
}

function ofCounters({ provider }: House): PeriodicJob[] {
  return [
    expired(provider, 'volumes of days', 'merchant_volume', sql`ends_at < engine_now() - interval '40 days'`),
    expired(
      provider,
      'counters of attempts',
      'attempt_counter',
      // The count of locks is kept longer than a lock, because the third lock is final.
      sql`ends_at < now() - case when locks = 0 then interval '1 day' else interval '30 days' end`,
    ),
  ]
}

function ofFiles(house: House): PeriodicJob[] {
  const { provider, days } = house
  return [
    // Imports are dated by the time of payments too, which in a demo is ahead of the wall clock.
    keptByMerchant(house, 'import_files', (until, of) => forgetImportFiles(provider, until, of)),
    job('files of reports', () => forgetReportFiles(provider, daysAgo(days, 'reports'))),
    expired(provider, 'downloads of reports', 'report_download', sql`at < ${daysAgo(days, 'report_downloads')}`),
  ]
}

const job = (name: string, run: () => Promise<unknown>): PeriodicJob => ({
  name: `housekeeping: ${name}`,
  every_ms: hour_ms,
  run,
})

const expired = (provider: Provider, name: string, table: string, which: RawBuilder<unknown>) =>
  job(name, () => inPortions(() => deleteRows(provider, table, which)))

const daysAgo = (days: KeptDays, kind: KeptKind) => sql`now() - make_interval(days => ${days[kind]})`

const engineDaysAgo = (days: number) => sql<Date>`(engine_now() - make_interval(days => ${days}))`

/** Removes what is older than its kind is kept, and writes down up to when. */
const kept = (house: House, kind: KeptKind, portion: (until: RawBuilder<Date>) => Promise<number>) =>
  job(kind.replaceAll('_', ' '), () => removeKept(house, kind, portion))

async function removeKept(
  { provider, days }: House,
  kind: KeptKind,
  portion: (until: RawBuilder<Date>) => Promise<number>,
): Promise<boolean> {
  const until = engineDaysAgo(days[kind])
  const hasMore = await inPortions(() => portion(until))
  if (!hasMore) await sql`select note_removal(${kind}, ${until})`.execute(provider)
  return hasMore
}

/**
 * The same; then, of each merchant that keeps it for a shorter time, what is older than that. Where one fails, the others lose theirs
 * all the same.
 */
const keptByMerchant = (
  house: House,
  kind: MerchantKeptKind,
  portion: (until: RawBuilder<Date>, of: RawBuilder<SqlBool>) => Promise<number>,
) =>
  job(kind.replaceAll('_', ' '), async () => {
    if (await removeKept(house, kind, (until) => portion(until, sql`true`))) return true
    const failed: Error[] = []
    for (const { id, own } of await keepingShorter(house.provider, kind, house.days[kind]))
      try {
        if (await inPortions(() => portion(engineDaysAgo(own), sql`merchant_id = ${id}`))) return true
      } catch (cause) {
        failed.push(new Error(`merchant ${id}`, { cause }))
      }
    if (failed.length > 0) throw new AggregateError(failed, `merchants whose ${kind} could not be removed`)
    return false
  })

/** The merchants that keep a kind for fewer days than the installation does. */
async function keepingShorter(provider: Provider, kind: MerchantKeptKind, days: number) {
  const column = sql.ref<number>(`keep_${kind}_days`)
  const { rows } = await sql<{ id: string; own: number }>`
    select id, ${column} as own from merchant where ${column} < ${days} order by id`.execute(provider)
  return rows
}

const byFunction = (house: House, kind: KeptKind, name: string) =>
  kept(house, kind, (until) => numberOf(house.provider, sql`${sql.ref(name)}(${until}, ${atOnce})`))

/** The rows of payments that began in a month go all at once; rows that came later go one by one. */
const byMonth = (
  { provider, days }: House,
  kind: KeptKind,
  table: string,
  late: (until: RawBuilder<Date>) => Promise<number>,
) =>
  job(kind.replaceAll('_', ' '), async () => {
    const until = sql<Date>`date_trunc('month', engine_now() - make_interval(days => ${days[kind]}))`
    const month = await oneTable(provider, sql`empty_month(${table}, ${until})`)
    if (month === 'locked') return false
    if (month === 'done' || (await inPortions(() => late(until)))) return true
    await sql`select note_removal(${kind}, ${until})`.execute(provider)
    return false
  })

/** Deletes portions for the time of one turn. True: there is more. */
async function inPortions(portion: () => Promise<number>): Promise<boolean> {
  const isOver = oneTurn()
  while ((await portion()) >= atOnce) if (isOver()) return true
  return false
}

const numberOf = async (db: Pick<Provider, 'getExecutor'>, what: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ number: number }>`select ${what} as number`.execute(db)
  return rows[0]?.number ?? 0
}

/**
 * Makes, empties or drops one table. It waits for everybody who reads the table, and everybody waits behind it: so it waits for a
 * moment only, and comes again an hour later.
 */
async function oneTable(provider: Provider, what: RawBuilder<unknown>): Promise<'done' | 'none' | 'locked'> {
  try {
    return await provider.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '300ms'`.execute(trx)
      return (await numberOf(trx, what)) > 0 ? 'done' : 'none'
    })
  } catch (error) {
    if (!isLocked(error)) throw error
    return 'locked'
  }
}

/** True: there may be more. */
const hasDone = async (table: ReturnType<typeof oneTable>): Promise<boolean> => (await table) === 'done'

/**
 * What was never worked is given up. The ids stay for longer: they keep a repetition from being worked again. They are received by
 * the wall clock, and with a clock that was moved ahead even those of today would be old.
 */
async function forgetContentsOfNotifications(
  provider: Provider,
  until: RawBuilder<Date>,
  of: RawBuilder<SqlBool>,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update processor_notification set body = null, sealed = null, next_attempt_at = null where (merchant_id, processor_id, id) in (
      select merchant_id, processor_id, id from processor_notification
      where ${of} and body is not null and received_at < ${until} - (engine_now() - now()) order by received_at limit ${atOnce})`.execute(
    provider,
  )
  return Number(numAffectedRows)
}
