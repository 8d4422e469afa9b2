import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Databases, openDatabases } from '../db/database.ts'
import { inTurn, startPeriodic } from './periodic.ts'

let database: TestDatabase
let processes: Databases[]

beforeAll(async () => {
  database = await createTestDatabase()
  processes = [openDatabases(database, () => {}), openDatabases(database, () => {})]
})
afterAll(async () => {
  for (const databases of processes) await databases.close()
  await database.drop()
})

it('of two processes one works at a time, and whoever stops finishes what it has begun', async () => {
  let [running, most, times, ended] = [0, 0, 0, 0]
  const works = processes.map(({ provider }) =>
    startPeriodic({
      name: 'test',
      every_ms: 5,
      db: provider,
      onError: () => {},
      run: async (connection) => {
        running += 1
        times += 1
        most = Math.max(most, running)
        await sql`select pg_sleep(0.02)`.execute(connection)
        running -= 1
        ended += 1
      },
    }),
  )
  await sleep(400)
  await Promise.all(works.map((work) => work.stop()))
  expect([most, running, ended]).toEqual([1, 0, times])
  expect(times).toBeGreaterThan(5)
})

it('goes on after an error, also one that cost the connection, and nobody is left waiting for the lock', async () => {
  const [first, second] = processes as [Databases, Databases]
  const errors: unknown[] = []
  let times = 0
  const work = startPeriodic({
    name: 'test',
    every_ms: 5,
    db: first.provider,
    onError: (error) => errors.push(error),
    run: async (connection) => {
      times += 1
      if (times === 1) throw new Error('the first time')
      if (times === 2) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(connection)
    },
  })
  await sleep(300)
  await work.stop()
  expect(errors).toHaveLength(2)
  expect(times).toBeGreaterThan(3)
  expect(await inTurn(second.provider, 'test', async () => 'mine')).toBe('mine')
})

it('tries what fails each time less and less often, and as before once it succeeds', async () => {
  const [{ provider }] = processes as [Databases]
  let times = 0
  const work = startPeriodic({
    name: 'failing',
    every_ms: 10,
    db: provider,
    onError: () => {},
    run: async () => {
      times += 1
      if (times < 6) throw new Error('again')
    },
  })
  // 20 + 40 + 80 + 160 + 320 ms lie before the sixth.
  await sleep(300)
  expect(times).toBeLessThan(6)
  await until(() => times > 10)
  await work.stop()
})

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(10)
}
