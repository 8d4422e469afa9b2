import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Reader } from '../../src/platform/db/database.ts'
import { type TestApp, until } from '../harness.ts'

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

interface House {
  kontor: TestApp
  owner: pg.Client
  /** Cookies of the merchant and of the provider. */
  user: string
  staff: string
  merchant: string
  log: readonly string[]
}

/**
 * Everywhere that something of a payment's order could be read: what people are told of it, the log, the rows of every table, and what
 * is kept of calls and news. `token` pays: it is in no row once the order is over, which is waited for.
 */
export async function placesOf(
  { kontor, owner, user, staff, merchant, log }: House,
  { payment, token, hurry }: { payment: string; token: string; hurry?: () => Promise<unknown> },
): Promise<Record<'said' | 'logged' | 'dumped' | 'kept', string>> {
  const said = []
  for (const path of [`/v1/transaction/${payment}`, `/v1/transaction/${payment}/events`, '/v1/webhook', '/v1/card'])
    said.push((await kontor.get(user, path)).body)
  for (const path of ['/v1/psp/audittrail', `/v1/psp/transaction/${payment}`])
    said.push((await kontor.get(staff, path)).body)
  await until(
    async () => {
      await hurry?.()
      return (await dumpOf(owner)).filter((row) => row.includes(token))
    },
    (rows) => rows.length === 0,
  )
  const dumped = await dumpOf(owner)
  const kept = await keptOf(kontor.databases.provider, merchant)
  return { said: JSON.stringify(said), logged: log.join(''), dumped: dumped.join('\n'), kept }
}

/** The values of these that are found, by the place. */
export const canariesIn = (places: Readonly<Record<string, string>>, canaries: readonly string[]): string[] =>
  Object.entries(places).flatMap(([place, text]) =>
    canaries.filter((each) => text.includes(each)).map((each) => `${each} is ${place}`),
  )

/** Every row of every table as text, as in a stolen dump. */
async function dumpOf(owner: pg.Client): Promise<string[]> {
  const rows: string[] = []
  const { rows: tables } = await owner.query("select tablename from pg_tables where schemaname = 'public'")
  for (const { tablename } of tables)
    rows.push(...(await owner.query(`select t::text as row from "${tablename}" t`)).rows.map(({ row }) => legible(row)))
  return rows
}

/** A row with what its bytes say, which PostgreSQL writes as digits. */
export const legible = (row: string): string =>
  [row, ...[...row.matchAll(/\\x((?:[0-9a-f]{2})+)/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString())].join(
    ' ',
  )
