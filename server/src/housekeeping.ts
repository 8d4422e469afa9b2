import { sql } from 'kysely'
import type { Databases } from './platform/database.ts'

const hour_ms = 3_600_000

/** What time alone makes necessary, every hour: partitions for the coming months; what is past its use goes. */
export function startHousekeeping({ provider }: Databases, onError: (error: unknown) => void): () => void {
  const tidy = async () => {
    await sql`select ensure_partitions(current_date, (current_date + interval '3 months')::date)`.execute(provider)
    await sql`delete from idempotency_key where created_at < now() - interval '7 days'`.execute(provider)
    await sql`delete from session where expires_at < now() - interval '90 days'`.execute(provider)
  }
  const timer = setInterval(() => tidy().catch(onError), hour_ms)
  return () => clearInterval(timer)
}
