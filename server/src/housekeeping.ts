import { type RawBuilder, sql } from 'kysely'
import { type Databases, isLocked } from './platform/db/database.ts'
import type { PeriodicJob } from './platform/jobs/periodic.ts'

const hour_ms = 3_600_000

/**
 * The cleaning jobs: they create partitions for the coming months and delete expired data. Each is a separate job, so
 * that a failure of one does not stop the others.
 */
export function housekeepingJobs({ provider }: Databases): PeriodicJob[] {
  const job = (name: string, run: () => Promise<unknown>): PeriodicJob => ({
    name: `housekeeping: ${name}`,
    every_ms: hour_ms,
    // The result is dropped, because the number of deleted rows does not say that there are more.
    run: async () => void (await run()),
  })
  const statement = (name: string, what: RawBuilder<unknown>) => job(name, () => what.execute(provider))
  return [
    statement('partitions', sql`select ensure_partitions(current_date, (current_date + interval '3 months')::date)`),
    {
      ...job('partitions of the audit trail', async () => {}),
      run: () =>
        oneTable(provider, sql`make_audit_trail_partition(engine_now()::date, engine_now()::date + ${daysAhead}::int)`),
    },
    { ...job('old audit trail', async () => {}), run: () => oneTable(provider, sql`forget_old_audit_trail()`) },
    statement('idempotency keys', sql`delete from idempotency_key where created_at < now() - interval '7 days'`),
    statement('sessions', sql`delete from session where expires_at < now() - interval '90 days'`),
    statement('volumes of days', sql`delete from merchant_volume where ends_at < engine_now() - interval '40 days'`),
    statement(
      'refresh tokens of issuers',
      sql`delete from sign_on_session s using session where session.id = s.session_id
        and (session.ended_at is not null or session.expires_at < now())`,
    ),
    statement('challenges', sql`delete from challenge where expires_at < now() - interval '1 day'`),
    statement(
      'counters of attempts',
      // The count of locks is kept longer than a lock, because the third lock is final.
      sql`delete from attempt_counter
        where ends_at < now() - case when locks = 0 then interval '1 day' else interval '30 days' end`,
    ),
    statement('remembered devices', sql`delete from remembered_device where expires_at < now() - interval '90 days'`),
    statement('requests of terminals', sql`delete from terminal_request where at < now() - interval '90 days'`),
    statement('mails', sql`delete from mail where done_at < now() - interval '30 days'`),
    statement('sign-in events', sql`select forget_old_sign_in_events()`),
    job('bodies of notifications', () => forgetBodiesOfNotifications(provider)),
    job('webhooks', () => forgetOldWebhooks(provider)),
    job('files of imports', () => forgetImportFiles(provider)),
    job('files of reports', () => forgetReportFiles(provider)),
    statement('downloads of reports', sql`delete from report_download where at < now() - interval '2 years'`),
    statement('addresses of webhooks', sql`delete from webhook_address where failures = 0 and switched_off_at is null`),
  ]
}

/** So that tables of the trail can wait for a quiet moment. */
const daysAhead = 7

/**
 * Makes or drops one table of the trail. It waits for everybody who reads the trail, and everybody waits behind it: so it waits
 * for a moment only, and comes again an hour later. True: there may be more.
 */
async function oneTable(provider: Databases['provider'], what: RawBuilder<unknown>): Promise<boolean> {
  try {
    return await provider.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '300ms'`.execute(trx)
      const { rows } = await sql<{ number: number }>`select ${what} as number`.execute(trx)
      return (rows[0]?.number ?? 0) > 0
    })
  } catch (error) {
    if (!isLocked(error)) throw error
    return false
  }
}

const atOnce = 5_000

/**
 * Removes the content of what processors reported; what was never worked is then given up. The ids stay, because they keep a
 * repetition from counting again.
 */
async function forgetBodiesOfNotifications(provider: Databases['provider']): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      update processor_notification set body = null, sealed = null, next_attempt_at = null where (merchant_id, processor_id, id) in (
        select merchant_id, processor_id, id from processor_notification
        where body is not null and received_at < now() - interval '400 days' order by received_at limit ${atOnce})`.execute(
      provider,
    )
    if (numAffectedRows < atOnce) break
  }
}

/**
 * Deletes files of imports with what needs them: rejected rows, and what could be taken back. The import itself stays, and
 * says so once all is deleted.
 */
async function forgetImportFiles(provider: Databases['provider']): Promise<void> {
  const old = sql`created_at < now() - interval '90 days' and sha256 is not null and file_deleted_at is null and task is null`
  const { rows } = await sql<{ merchant_id: string; id: string }>`select merchant_id, id from import
    where ${old} order by created_at limit ${atOnce}`.execute(provider)
  for (const { merchant_id, id } of rows) {
    await sql`delete from import_piece where merchant_id = ${merchant_id} and import_id = ${id}`.execute(provider)
    await forgetRowsOf(provider, 'import_rejection', merchant_id, id)
    await forgetRowsOf(provider, 'import_made', merchant_id, id)
    await sql`update import set file_deleted_at = now(),
        status = case when status in ('UPLOADED', 'VALIDATED') then 'CANCELLED' else status end
      where merchant_id = ${merchant_id} and id = ${id} and ${old}`.execute(provider)
  }
}

/**
 * Deletes the files of reports that expired, what tries left of reports that are over, and in the end the reports too. A piece
 * is a megabyte, so few go at once; a report whose pieces cannot be deleted keeps no other one from it.
 */
async function forgetReportFiles(provider: Databases['provider']): Promise<void> {
  const { rows } = await sql<{ merchant_id: string; id: string }>`select merchant_id, id from report r
    where status = 'PROCESSED' and exists (select from report_piece p
      where p.merchant_id = r.merchant_id and p.report_id = r.id and (r.expires_at < now() or p.file_id is distinct from r.file_id))
    order by created_at limit ${atOnce}`.execute(provider)
  const errors: unknown[] = []
  for (const { merchant_id, id } of rows)
    await forgetPiecesOf(provider, merchant_id, id).catch((error: unknown) => errors.push(error))
  await sql`delete from report r where status = 'PROCESSED' and created_at < now() - interval '1 year'
    and not exists (select from report_piece p where p.merchant_id = r.merchant_id and p.report_id = r.id)`.execute(
    provider,
  )
  if (errors.length > 0) throw new AggregateError(errors, 'reports whose pieces could not be deleted')
}

const piecesAtOnce = 200

async function forgetPiecesOf(provider: Databases['provider'], merchant: string, id: string): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from report_piece where ctid = any(array(
        select p.ctid from report_piece p join report r on r.merchant_id = p.merchant_id and r.id = p.report_id
        where p.merchant_id = ${merchant} and p.report_id = ${id} and r.status = 'PROCESSED'
          and (r.expires_at < now() or p.file_id is distinct from r.file_id) limit ${piecesAtOnce}))`.execute(provider)
    if (numAffectedRows < piecesAtOnce) break
  }
}

async function forgetRowsOf(provider: Databases['provider'], table: string, merchant: string, id: string) {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where merchant_id = ${merchant} and import_id = ${id} limit ${atOnce}))`.execute(
      provider,
    )
    if (numAffectedRows < atOnce) break
  }
}

/** Deletes old webhooks in small portions, so that other writers wait only briefly. */
async function forgetOldWebhooks(provider: Databases['provider']): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from webhook where (merchant_id, id) in (select merchant_id, id from webhook
        where created_at < engine_now() - interval '90 days' and done_at is not null
        order by created_at limit ${atOnce})`.execute(provider)
    if (numAffectedRows < atOnce) break
  }
}
