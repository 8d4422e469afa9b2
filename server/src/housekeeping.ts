import { sql } from 'kysely'
import type { Databases, Reader } from './platform/db/database.ts'

const hour_ms = 3_600_000

/** What time alone makes necessary, every hour: partitions for the coming months; what is past its use goes. */
export function startHousekeeping({ provider }: Databases, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => tidy(provider).catch(onError), hour_ms)
  return () => clearInterval(timer)
}

export async function tidy(provider: Reader): Promise<void> {
  await sql`select ensure_partitions(current_date, (current_date + interval '3 months')::date)`.execute(provider)
  await sql`delete from idempotency_key where created_at < now() - interval '7 days'`.execute(provider)
  await sql`delete from session where expires_at < now() - interval '90 days'`.execute(provider)
  await sql`delete from challenge where expires_at < now() - interval '1 day'`.execute(provider)
  // A count of locks is kept longer than the lock: the third one is final.
  await sql`delete from attempt_counter where ends_at < now() - case when locks = 0 then interval '1 day' else interval '30 days' end`.execute(
    provider,
  )
  await sql`delete from remembered_device where expires_at < now() - interval '90 days'`.execute(provider)
  await sql`delete from terminal_request where at < now() - interval '90 days'`.execute(provider)
  await sql`delete from mail where done_at < now() - interval '30 days'`.execute(provider)
  await sql`select forget_old_sign_in_events()`.execute(provider)
  await forgetOldWebhooks(provider)
}

const atOnce = 5_000

/** A few at a time: whatever else wants to write need not wait until all have gone. */
async function forgetOldWebhooks(provider: Reader): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from webhook where (merchant_id, id) in (select merchant_id, id from webhook
        where created_at < engine_now() - interval '90 days' and done_at is not null
        order by created_at limit ${atOnce})`.execute(provider)
    if (numAffectedRows < atOnce) break
  }
  await sql`delete from webhook_address where failures = 0 and switched_off_at is null`.execute(provider)
}
