import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Databases, openDatabases } from '../../src/platform/db/database.ts'
import { kept } from '../../src/platform/db/kept-plans.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
let databases: Databases

beforeAll(async () => {
  database = await createTestDatabase()
  databases = openDatabases(database, () => {}, { merchant: 1, provider: 1, payments: 1, keptPlans: false })
})
afterAll(async () => {
  await databases.close()
  await database.drop()
})

it('orders to processors have connections while lists have taken all others', async () => {
  const taken = await Promise.all([databases.pools.merchant.connect(), databases.pools.provider.connect()])
  for (const db of [databases.payments.merchant, databases.payments.provider])
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  for (const client of taken) client.release()
})

it('without kept plans no statement stays on its connection', async () => {
  await sql`${kept} select ${1}::int`.execute(databases.provider)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_prepared_statements`.execute(
    databases.provider,
  )
  expect(rows).toEqual([{ n: 0 }])
})
