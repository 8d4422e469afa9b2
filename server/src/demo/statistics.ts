import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Client } from 'pg'
import { fillStatements } from '../insights/rollups/rebuild.ts'
import { rollupTables } from '../insights/rollups/rollup-tables.ts'

export const rollupNames = [...rollupTables.map(({ name }) => name), 'statistics_customer']

/** Computes the statistics of all loaded rows. Their keys are made at the end, which is faster. */
export async function addStatistics(client: Client): Promise<void> {
  await client.query("set local work_mem = '128MB'")
  const { rows: keys } = await client.query<{ of: string; name: string; definition: string }>(
    `select conrelid::regclass::text as of, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'p' and conrelid = any($1::regclass[])`,
    [rollupNames],
  )
  for (const { of, name } of keys) await client.query(`alter table ${of} drop constraint ${name}`)
  for (const statement of fillStatements()) {
    const { sql, parameters } = statement.compile(compiler)
    await client.query(sql, [...parameters])
  }
  for (const { of, name, definition } of keys)
    await client.query(`alter table ${of} add constraint ${name} ${definition}`)
}

/** This Kysely only writes statements; they run on the connection of the load. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
