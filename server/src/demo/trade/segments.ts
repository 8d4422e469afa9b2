import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import type { Client } from 'pg'
import { everybody, makeScales, measure, score } from '../../customers/customer-rfm.ts'

/** Only to make text of statements: what runs them is the client of the load. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** The segments of all customers at once, as the engine keeps them from then on. */
export async function addSegments(client: Client, now: Date): Promise<void> {
  for (const statement of [measure(everybody, now), makeScales(sql`true`, now), score(everybody, now)]) {
    const { sql: text, parameters } = statement.compile(compiler)
    await client.query(text, [...parameters])
  }
}
