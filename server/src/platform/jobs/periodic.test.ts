import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { until } from '../../../test/harness.ts'
import { type Databases, openDatabases } from '../db/database.ts'
import { exclusively, inTurn } from './lease.ts'
import { jobsInTurn, type Periodic, type PeriodicJob, startPeriodic } from './periodic.ts'

let database: TestDatabase
let first: Databases
let second: Databases

beforeAll(async () => {
  database = await createTestDatabase()
  first = openDatabases(database, () => {})
  second = openDatabases(database, () => {})
})
afterAll(async () => {
  await first.close()
  await second.close()
  await database.drop()
})

const start = (
  { provider: db }: Databases,
  jobs: PeriodicJob[],
  onError = (_: unknown, _job: string) => {},
): Periodic => startPeriodic({ db, jobs, now: () => new Date(), onError })

it('of two processes one works at a time, and whoever stops finishes what it has begun', async () => {
  let [running, most, times, ended] = [0, 0, 0, 0]
  const works = [first, second].map((databases) => {
    const run = async () => {
      running += 1
      times += 1
      most = Math.max(most, running)
      await sql`select pg_sleep(0.02)`.execute(databases.provider)
      running -= 1
      ended += 1
    }
    return start(databases, [{ name: 'test', every_ms: 5, run }])
  })
  await until(
    async () => times,
    (seen) => seen > 5,
  )
  await Promise.all(works.map((work) => work.stop()))
  expect([most, running, ended]).toEqual([1, 0, times])
})

it('goes on after an error, also one that cost the connection, and nobody is left waiting for the lease', async () => {
  const errors: unknown[] = []
  let times = 0
  const run = async () => {
    times += 1
    if (times === 1) throw new Error('the first time')
    if (times === 2) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(first.provider)
  }
  const work = start(first, [{ name: 'test', every_ms: 5, run }], (error) => errors.push(error))
  await until(
    async () => times,
    (seen) => seen > 3,
  )
  await work.stop()
  expect(errors).toHaveLength(2)
  expect(await exclusively(second.provider, 'test', async () => 'mine')).toBe('mine')
})

it('an error of one job keeps none behind it from running, and is reported with its name', async () => {
  const errors: unknown[] = []
  const done: string[] = []
  const job = (name: string, run: () => Promise<void>) => ({ name, every_ms: 60_000, run })
  const work = start(
    first,
    [
      job('before', async () => void done.push('before')),
      job('failing', () => Promise.reject(new Error('no'))),
      job('behind', async () => void done.push('behind')),
    ],
    (error, name) => errors.push([name, (error as Error).message]),
  )
  await until(
    async () => done,
    (seen) => seen.includes('behind'),
  )
  await work.stop()
  expect(done).toEqual(['before', 'behind'])
  expect(errors).toEqual([['failing', 'no']])
})

it('goes on without a pause while there is more to do, and lets whoever waits for the lease in between', async () => {
  let times = 0
  const run = async () => {
    times += 1
    return true
  }
  const work = start(first, [{ name: 'more', every_ms: 60_000, run }])
  await until(
    async () => times,
    (seen) => seen > 1,
  )
  const stood = await inTurn(second.provider, 'more', async () => {
    const seen = times
    await sleep(250)
    return times === seen
  })
  await work.stop()
  expect(stood).toBe(true)
})

const leased = (name: string, seconds: number) =>
  sql`insert into periodic_lease (name, holder, leased_until, program, migrations)
    values (${name}, gen_random_uuid(), clock_timestamp() + make_interval(secs => ${seconds}), '9999', 9999)`.execute(
    first.provider,
  )

it('a lease of somebody who died is free when it has ended, by the clock of the database', async () => {
  await leased('dead', 0.5)
  const take = () => exclusively(second.provider, 'dead', async () => 'mine')
  expect(await take()).toBeUndefined()
  expect(await inTurn(second.provider, 'dead', async () => 'mine')).toBe('mine')
  expect(await take()).toBe('mine')
})

it('does what somebody died at when his lease is over, not only when it is due again', async () => {
  await leased('half done', 0.5)
  let times = 0
  const run = async () => {
    times += 1
  }
  const work = start(first, [{ name: 'half done', every_ms: 3_600_000, run }])
  await until(
    async () => times,
    (seen) => seen === 1,
  )
  await work.stop()
})

it('a lease keeps no connection, and is renewed for as long as the work takes', async () => {
  const leasedUntil = async () =>
    (
      await sql<{ leased_until: string }>`select leased_until from periodic_lease where name = 'long'`.execute(
        first.provider,
      )
    ).rows[0]?.leased_until ?? ''
  await exclusively(first.provider, 'long', async () => {
    const { totalCount, idleCount } = first.pools.provider
    expect(idleCount).toBe(totalCount)
    const taken = await leasedUntil()
    await until(leasedUntil, (seen) => seen > taken)
    expect(await exclusively(second.provider, 'long', async () => 'mine')).toBeUndefined()
  })
})

it('tries what fails each time less and less often, and as before once it succeeds', async () => {
  let times = 0
  const run = async () => {
    times += 1
    if (times < 6) throw new Error('again')
  }
  const work = start(first, [{ name: 'failing', every_ms: 10, run }])
  // The pauses before the sixth time add up to 20 + 40 + 80 + 160 + 320 ms.
  await sleep(300)
  expect(times).toBeLessThan(6)
  await until(
    async () => times,
    (seen) => seen > 10,
  )
  await work.stop()
})

it('all jobs are run until none has more to do, each before the one behind it, and one that fails ends its turn', async () => {
  const done: string[] = []
  const job = (name: string, runs: number): PeriodicJob => ({
    ...{ name, every_ms: 60_000 },
    run: async () => done.push(name) && done.filter((each) => each === name).length < runs,
  })
  const failing = { name: 'failing', every_ms: 60_000, run: () => Promise.reject(new Error('no')) }
  const jobs = [job('long', 3), failing, job('short', 1)]
  await jobsInTurn({ db: first.provider, jobs, now: () => new Date(), onError: (_, name) => done.push(name) }).runAll()
  expect(done).toEqual(['long', 'long', 'long', 'failing', 'short'])
})

describe('a later migration that ends the work of programs before it', () => {
  let owner: pg.Client
  beforeAll(async () => {
    owner = new pg.Client(database.adminUrl)
    await owner.connect()
  })
  afterEach(() => owner.query(`delete from migration where timestamp = '2026'`))
  afterAll(() => owner.end())

  const later = (compatible_with: string | null, works_from: string | null) =>
    run('9901-later', compatible_with, works_from)
  const run = (...values: [name: string, compatible_with: string | null, works_from: string | null]) =>
    owner.query(
      `insert into migration (name, timestamp, compatible_with, works_from) values ($1, '2026', $2, $3)`,
      values,
    )
  const take = () => exclusively(first.provider, 'of a program', async () => 'mine')

  it.each([
    ['is named by it', '0231', '9901'],
    ['has no place on its tables', null, null],
    ['is older than it allows', '9901', null],
  ])('is noticed by a running one that %s, at its next run', async (_, compatible_with, works_from) => {
    let times = 0
    const run = async () => {
      times += 1
    }
    const work = start(first, [{ name: 'of a program', every_ms: 5, run }])
    const runs = () =>
      until(
        async () => times,
        (seen) => seen > 2,
      )
    await runs()
    await later(compatible_with, works_from)
    await sleep(50)
    times = 0
    await sleep(300)
    expect(times).toBe(0)
    await work.stop()
  })

  it('lets the work of others go on', async () => {
    await later('0231', '0231')
    expect(await take()).toBe('mine')
  })

  it('is noticed also when it has a lower number than the newest one of the program', async () => {
    await run('0002-merged-late', '0001', null)
    expect(await take()).toBeUndefined()
  })

  it('is said by what would wait for a lease for ever', async () => {
    await later('9901', null)
    const waiting = inTurn(first.provider, 'of a program', async () => 'mine')
    await expect(waiting).rejects.toThrow(
      'The database is of a newer Kontor, which has ended the work in the background of this program: start that version.',
    )
  })

  it.each([
    ['what they are', null],
    ['how many migrations they have', '9999'],
  ])('is noticed for programs that do not say %s, because they are from before this', async (_, program) => {
    const { rows } = await sql`insert into periodic_lease (name, holder, leased_until, program)
      values ('of before', gen_random_uuid(), clock_timestamp(), ${program}) returning name`.execute(first.provider)
    expect(rows).toEqual([])
  })
})
