import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../src/platform/db/database.ts'

/** What is kept of a merchant's calls to its processors and of their notifications, of tries, of the trail and of webhooks, as text. */
export async function keptOf(db: Reader, merchant: string): Promise<string> {
  const rows = async (table: RawBuilder<unknown>) =>
    (await sql<{ row: string }>`select x::text as row from ${table} x where merchant_id = ${merchant}`.execute(db)).rows
  const tables = ['processor_call', 'processor_notification', 'transaction_event', 'outbox_attempt', 'webhook']
  const all = await Promise.all(tables.map((table) => rows(sql.table(table))))
  return all
    .flat()
    .map(({ row }) => row)
    .join('\n')
}
