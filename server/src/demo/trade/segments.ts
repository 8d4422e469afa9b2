import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import type { Client } from 'pg'
import { everybody, makeScales, measure, score } from '../../customers/customer-rfm.ts'

/** This Kysely only writes statements; they run on the client of the load. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Computes the segments of all customers at once; the engine keeps them up to date afterwards. */
export async function addSegments(client: Client, now: Date): Promise<void> {
  for (const statement of [measure(everybody, now), makeScales(sql`true`, now), score(everybody, now)]) {
    const { sql: text, parameters } = statement.compile(compiler)
    await client.query(text, [...parameters])
  }
}
