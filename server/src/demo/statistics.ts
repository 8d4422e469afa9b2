import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Client } from 'pg'
import { fillStatements } from '../statistics/rebuild.ts'
import { rollupTables } from '../statistics/rollup-tables.ts'

export const rollupNames = rollupTables.map(({ name }) => name)

/** The statistics of everything that was loaded, straight from the rows. */
export async function addStatistics(client: Client): Promise<void> {
  for (const statement of fillStatements()) {
    const { sql, parameters } = statement.compile(compiler)
    await client.query(sql, [...parameters])
  }
}

/** Only writes statements: they run on the connection of the load. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
