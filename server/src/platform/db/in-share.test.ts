import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import { engineActor } from './actor.ts'
import { inShare, openShares } from './in-share.ts'

let kontor: TestApp
let owner: pg.Client

beforeAll(async () => {
  kontor = await startTestApp()
  owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await kontor.stop()
})

/** Every list of tags waits until the end of `work`. */
async function whileTagsAreLocked(work: () => Promise<void>) {
  await owner.query('begin')
  await owner.query('lock table tag in access exclusive mode')
  await work().finally(() => owner.query('commit'))
}

const waiting = () => owner.query(`select from pg_locks where not granted and relation = 'tag'::regclass`)

// Two thirds of the connections that a test's server has.
it.each([
  ['merchant', 'merchant', 4],
  ['person of the provider', 'provider', 3],
] as const)('the slow requests of one %s do not keep another one out', async (_, pool, share) => {
  const slow = await someone(pool)
  const other = await someone(pool)
  let replies: Promise<{ status: number }[]> = Promise.resolve([])
  await whileTagsAreLocked(async () => {
    replies = Promise.all(Array.from({ length: 12 }, () => kontor.get(slow, '/v1/tag')))
    await until(waiting, ({ rows }) => rows.length >= share)
    // Those that have no share yet would have a connection by then.
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect((await kontor.get(other, '/v1/customer')).status).toBe(200)
  })
  expect((await replies).map(({ status }) => status)).toEqual(Array(12).fill(200))
})

async function someone(pool: 'merchant' | 'provider') {
  if (pool === 'provider') return kontor.make.cookie({ roles: ['PSP_ALL'] })
  const { merchant } = await kontor.make.merchant()
  return kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
}

it('whoever has a hundred requests waiting is told to come back later', async () => {
  const shares = openShares(2)
  const merchant = engineActor('a2f4c7de-0000-4000-8000-000000000001', 'system')
  let end = () => {}
  const first = inShare(shares, merchant, () => new Promise<void>((resolve) => (end = resolve)))
  const waiting = Array.from({ length: 100 }, () => inShare(shares, merchant, async () => 'served'))
  await expect(inShare(shares, merchant, async () => 'served')).rejects.toMatchObject({ code: 'unavailable' })
  end()
  await first
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['served']))
})
