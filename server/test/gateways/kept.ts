import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
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

/** Every row of every table as text, as in a stolen dump. */
export async function dumpOf(owner: pg.Client): Promise<string[]> {
  const rows: string[] = []
  const { rows: tables } = await owner.query("select tablename from pg_tables where schemaname = 'public'")
  for (const { tablename } of tables)
    rows.push(...(await owner.query(`select t::text as row from "${tablename}" t`)).rows.map(({ row }) => row))
  return rows
}
