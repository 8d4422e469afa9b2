import { type RawBuilder, sql } from 'kysely'
import type { Databases } from './platform/db/database.ts'
import type { PeriodicJob } from './platform/jobs/periodic.ts'

const hour_ms = 3_600_000

/** Partitions for the coming months; what is past its use goes. Each is a job: what hinders one hinders no other. */
export function housekeepingJobs({ provider }: Databases): PeriodicJob[] {
  const job = (name: string, run: () => Promise<unknown>): PeriodicJob => ({
    name: `housekeeping: ${name}`,
    every_ms: hour_ms,
    // How many went says nothing about there being more.
    run: async () => void (await run()),
  })
  const statement = (name: string, what: RawBuilder<unknown>) => job(name, () => what.execute(provider))
  return [
    statement('partitions', sql`select ensure_partitions(current_date, (current_date + interval '3 months')::date)`),
    statement('idempotency keys', sql`delete from idempotency_key where created_at < now() - interval '7 days'`),
    statement('sessions', sql`delete from session where expires_at < now() - interval '90 days'`),
    statement('challenges', sql`delete from challenge where expires_at < now() - interval '1 day'`),
    statement(
      'counters of attempts',
      // A count of locks is kept longer than the lock: the third one is final.
      sql`delete from attempt_counter
        where ends_at < now() - case when locks = 0 then interval '1 day' else interval '30 days' end`,
    ),
    statement('remembered devices', sql`delete from remembered_device where expires_at < now() - interval '90 days'`),
    statement('requests of terminals', sql`delete from terminal_request where at < now() - interval '90 days'`),
    statement('mails', sql`delete from mail where done_at < now() - interval '30 days'`),
    statement('sign-in events', sql`select forget_old_sign_in_events()`),
    job('webhooks', () => forgetOldWebhooks(provider)),
    statement('addresses of webhooks', sql`delete from webhook_address where failures = 0 and switched_off_at is null`),
  ]
}

const atOnce = 5_000

/** A few at a time: whatever else wants to write need not wait until all have gone. */
async function forgetOldWebhooks(provider: Databases['provider']): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from webhook where (merchant_id, id) in (select merchant_id, id from webhook
        where created_at < engine_now() - interval '90 days' and done_at is not null
        order by created_at limit ${atOnce})`.execute(provider)
    if (numAffectedRows < atOnce) break
  }
}
