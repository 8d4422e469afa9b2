import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../test/harness.ts'

let kontor: TestApp
let owner: pg.Client
const lines: string[] = []

beforeAll(async () => {
  const stream = { write: (line: string) => void lines.push(line) }
  kontor = await startTestApp({
    logger: { level: 'error', stream },
    fold_ms: 30,
    mail: { poll_ms: 30 },
    outbox: { concurrency: 2, per_merchant: 2, poll_ms: 30, lease_ms: 1_000, fresh_ms: 1_000 },
    webhooks: { poll_ms: 30 },
  })
  owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await kontor.stop()
})

it.each([
  ['mail', 'mails'],
  ['outbox', 'outbox'],
  ['webhook', 'webhooks'],
  ['statistics_delta', 'statistics'],
  ['customer_rfm_due', 'customer_segments'],
])('what goes wrong with the table %s is logged as %s, and stops nothing', async (table, work) => {
  await owner.query(`alter table ${table} rename to somewhere_else`)
  lines.length = 0
  // The job that cleans the table also runs at the start.
  const logged = async () => [...new Set(lines.map((line) => JSON.parse(line).work))].filter((name) => !/:/.test(name))
  const seen = await until(logged, (names) => names.length > 0).finally(() =>
    owner.query(`alter table somewhere_else rename to ${table}`),
  )
  expect(seen).toEqual([work])
  const count = lines.length
  await new Promise((resolve) => setTimeout(resolve, 200))
  // The number of runs that were under way is the most.
  expect(lines.length).toBeLessThanOrEqual(count + 2)
})
