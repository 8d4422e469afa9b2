import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { credential } from '../../test/harness.ts'
import { isHeavy } from '../../test/heavy.ts'
import { type Make, makers } from '../../test/make.ts'
import { type Databases, openDatabases } from '../platform/db/database.ts'
import { systemClock } from '../platform/time/clock.ts'
import { type ClaimedImport, runImport } from './run-import.ts'

const rows = isHeavy ? 1_000_000 : 10_000
const minutes = 60_000
/** Real purchases, which are not part of the project. */
const purchases = join(import.meta.dirname, '../../../../shared/data/cdnow.csv')

let database: TestDatabase
let databases: Databases
let make: Make
let giver: string

beforeAll(async () => {
  database = await createTestDatabase()
  databases = openDatabases(database, () => {})
  make = makers(databases, { masterKey: database.masterKey, processorUrl: 'http://localhost', credential })
  giver = (await make.user({ roles: ['PSP_ALL'] })).id
})
afterAll(async () => {
  await databases.close()
  await database.drop()
})

setFlagsFromString('--expose-gc')
// The flag makes it a function.
const collectGarbage = runInNewContext('gc') as () => void

function memoryInUse(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Carries out a task, and tells how much memory the second half of the rows needed beyond the first. */
async function growthOf(id: string, task: 'check' | 'import', rows: number): Promise<number> {
  const db = databases.provider
  const { rows: claimed } = await sql<ClaimedImport>`
    update import set task = ${task}, task_by_id = ${giver}, status = case ${task}::text when 'check' then 'UPLOADED' else 'RUNNING' end,
      rows_read = 0, rows_new = 0, rows_known = 0, started_at = now(), lease = gen_random_uuid()
    where id = ${id} returning merchant_id, id, task, lease, tries`.execute(db)
  const [work] = claimed
  if (!work) throw new Error('no import')
  const peaks = [0, 0]
  let batches = 0
  const isStopping = () => {
    const half = batches++ < rows / 2000 ? 0 : 1
    if (batches % Math.ceil(rows / 20_000) === 0) peaks[half] = Math.max(peaks[half] ?? 0, memoryInUse())
    return false
  }
  await runImport(
    {
      ...{ db, masterKey: database.masterKey, now: new Date(), wall: systemClock, sandbox: undefined },
      ...{ lease_s: 60, isStopping },
    },
    work,
  )
  expect(batches).toBe(Math.ceil(rows / 1000))
  return ((peaks[1] ?? 0) - (peaks[0] ?? 0)) / 1_000_000
}

it(
  `of ${rows} rows is checked and imported in memory that does not grow with them`,
  async () => {
    const { merchant } = await make.merchant()
    const content = `reference\n${Array.from({ length: rows }, (_, n) => `R${n}`).join('\n')}\n`
    const id = await make.importOf(merchant, { content })
    // Megabytes. The rows as objects would be hundreds.
    expect(await growthOf(id, 'check', rows)).toBeLessThan(10)
    expect(await growthOf(id, 'import', rows)).toBeLessThan(10)
    const [found] = (await sql`select status, rows_new from import where id = ${id}`.execute(databases.provider)).rows
    expect(found).toEqual({ status: 'DONE', rows_new: rows })
  },
  20 * minutes,
)

it.skipIf(!isHeavy || !existsSync(purchases))(
  'takes real purchases, all of them once, in memory that hardly grows with them',
  async () => {
    const shop = await make.merchant({ currency_code: 'USD' })
    const id = await make.importOf(shop.merchant, {
      ...{ type: 'transaction', profile: shop.profile, content: readFileSync(purchases, 'utf8') },
      mapping: { reference: 'CD-{line}', customer: 'customer_id', amount: 'amount', created_at: 'date' },
    })
    // A number of some fifty bytes is kept for each payment, so that equal ones of a file are told apart.
    expect(await growthOf(id, 'check', 69_659)).toBeLessThan(10)
    expect(await growthOf(id, 'import', 69_659)).toBeLessThan(10)
    const [found] = (
      await sql`select count(*)::int as n, sum(amount)::bigint as amount, count(distinct customer_id)::int as customers
        from transaction where merchant_id = ${shop.merchant}`.execute(databases.provider)
    ).rows
    expect(found).toEqual({ n: 69_659, amount: 250_031_563, customers: 23_544 })
  },
  20 * minutes,
)
