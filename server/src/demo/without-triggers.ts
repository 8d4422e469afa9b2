import type { Client } from 'pg'
import { rollupNames } from './statistics.ts'
import { type LoadedTable, loadedTables } from './trade/copy.ts'

// Indexes that are faster to build at the end than to keep up to date during the load.
const lateIndexes: readonly LoadedTable[] = [
  'transaction',
  'payment_attempt',
  'customer',
  'refund',
  'chargeback',
  'transaction_tag',
]

/**
 * Loads finished rows without triggers, which would write each trail a second time with today's date; tests check the
 * rows. It runs in one transaction: an interrupted load leaves an empty database.
 */
export async function withoutTriggers<T>(client: Client, load: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const enforce = await relax(client)
    const indexes = await dropIndexes(client)
    const result = await load()
    for (const index of indexes) await client.query(index)
    await enforce()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/**
 * Switches the triggers off; gives the function that switches them on. A superuser declares a replay of rows; an owner
 * disables the triggers and exempts itself from row-level security.
 */
async function relax(client: Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  )
  if (rows[0]?.rolsuper) {
    await client.query('set local session_replication_role = replica')
    return async () => void (await client.query('set local session_replication_role = origin'))
  }
  const tables = [...loadedTables, ...rollupNames, 'customer_rfm', 'customer_rfm_scale']
  const secured = await client.query<{ relname: string }>(
    'select relname from pg_class where relforcerowsecurity and relnamespace = $1::regnamespace and relname = any($2)',
    ['public', tables],
  )
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  for (const { relname } of secured.rows) await client.query(`alter table ${relname} no force row level security`)
  return async () => {
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
    for (const { relname } of secured.rows) await client.query(`alter table ${relname} force row level security`)
  }
}

/** Drops the indexes that no foreign key needs; gives the statements that create them again. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [lateIndexes],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  const key = await client.query<{ name: string; definition: string }>(
    `select quote_ident(conname) as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = 'transaction_event'::regclass and contype = 'p'`,
  )
  for (const { name } of key.rows) await client.query(`alter table transaction_event drop constraint ${name}`)
  return [
    // PostgreSQL writes ONLY for a partitioned table, but its partitions need the index too.
    ...rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON ')),
    ...key.rows.map(({ name, definition }) => `alter table transaction_event add constraint ${name} ${definition}`),
  ]
}
