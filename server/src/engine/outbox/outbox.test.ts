import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase, waitsHere } from '../../../test/database.ts'
import { noMiddleware, until } from '../../../test/harness.ts'
import { type MadeMerchant, type Make, makers } from '../../../test/make.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction, openDatabases } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { openSlots } from '../../platform/jobs/slots.ts'
import { processorJobs } from '../asking/perform-processor-job.ts'
import { UnreadableOperation } from './operation.ts'
import { type ClaimedJob, claimDue, claimOne, closeJob, enqueue, finishTry, renewLease, renewLeases } from './outbox.ts'

let database: TestDatabase
let databases: Databases
let make: Make
let shop: MadeMerchant

beforeAll(async () => {
  database = await createTestDatabase()
  databases = openDatabases(database, () => {})
  make = makers(databases, { masterKey: database.masterKey, processorUrl: 'http://127.0.0.1:9', credential: {} })
  shop = await make.merchant()
})
afterAll(async () => {
  await databases.close()
  await database.drop()
})

const within = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(databases, engineActor(shop.merchant, 'system'), work)

async function newJob(): Promise<string> {
  const { id: transaction_id, created_at } = await make.transaction(shop)
  const { id } = newId(new Date())
  const key = { merchant_id: shop.merchant, id, transaction_id, transaction_created_at: created_at }
  await within((trx) => enqueue(trx, { ...key, topic: 'processor.capture', payload: {} }, new Date()))
  return id
}
const take = (id: string, lease_ms = 10_000) => claimOne(databases.provider, shop.merchant, id, lease_ms)
const taken = async (id: string, lease_ms?: number) => (await take(id, lease_ms)) as ClaimedJob
const stored = (id: string) =>
  databases.provider.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const later = { done: false, note: 'later', retry_in_ms: 0 } as const

describe('a job', () => {
  it('is had by one worker at a time (check 7)', async () => {
    const id = await newJob()
    const takers = await Promise.all(Array.from({ length: 8 }, () => take(id)))
    expect(takers.filter(Boolean)).toHaveLength(1)
  })

  it('may have got through from the second try on', async () => {
    const id = await newJob()
    const first = await taken(id)
    await within((trx) => finishTry(trx, first, later))
    expect([first.uncertain, (await taken(id)).uncertain]).toEqual([false, true])
  })

  it('notes no card number, whatever an error says', async () => {
    const first = await taken(await newJob())
    await within((trx) => finishTry(trx, first, { ...later, note: 'unknown: 4111111111111111 was refused' }))
    const tries = databases.provider.selectFrom('outbox_attempt').select('result').where('outbox_id', '=', first.id)
    expect(await tries.execute()).toEqual([
      { result: expect.stringMatching(/^unknown: (?!4111111111111111).* was refused$/) },
    ])
  })

  it('keeps its pause when the lease of the try that ended is renewed too late', async () => {
    const first = await taken(await newJob())
    await within((trx) => finishTry(trx, first, later))
    await renewLeases(databases.provider, [first], 10_000)
    expect(await renewLease(databases.provider, first, 10_000)).toBe(false)
    expect(await stored(first.id)).toMatchObject({ leased_until: null, attempts: 1 })
  })

  it('may have got through also when a try began and ended while this claim was looking', async () => {
    const id = await newJob()
    const owner = new pg.Client(database.adminUrl)
    await owner.connect()
    // The claim stops between its snapshot and its lock.
    await owner.query(`
      create function wait_for_test() returns boolean language plpgsql volatile as
        $$ begin perform pg_advisory_xact_lock_shared(7001); return true; end $$;
      create policy wait_for_test on outbox as restrictive for select to kontor_provider using (wait_for_test())`)
    await owner.query('select pg_advisory_lock(7001)')
    const claimed = take(id)
    await until(
      async () => (await owner.query(`${waitsHere} and locktype = 'advisory'`)).rowCount,
      (waiting) => waiting === 1,
    )
    await within(async (trx) => {
      const first = (await claimOne(trx, shop.merchant, id, 10_000)) as ClaimedJob
      await finishTry(trx, first, later)
    })
    await owner.query('select pg_advisory_unlock(7001)')
    expect(await claimed).toMatchObject({ attempts: 2, uncertain: true })
    await owner.query('drop policy wait_for_test on outbox; drop function wait_for_test')
    await owner.end()
  })

  it('is neither freed nor opened again by whoever was slower than his lease', async () => {
    const id = await newJob()
    const slow = await taken(id, 0)
    const quick = await taken(id)
    await within((trx) => finishTry(trx, slow, later))
    expect(await take(id)).toBeUndefined()
    await within((trx) => finishTry(trx, quick, { done: true, note: 'done' }))
    await within((trx) => finishTry(trx, slow, later))
    expect((await stored(id)).done_at).not.toBe(null)
  })

  it('that a notification has ended is not begun any more', async () => {
    const id = await newJob()
    await within((trx) => closeJob(trx, { merchant_id: shop.merchant, id }, 'settled'))
    expect(await take(id)).toBeUndefined()
  })

  it('is left to whoever wrote it for a while, and taken then, but not for a merchant who has enough in hand', async () => {
    const id = await newJob()
    const due = async (except: string[] = []) =>
      (await claimDue(databases.provider, 100, 10_000, except)).map((job) => job.id)
    expect(await due()).not.toContain(id)
    await databases.provider
      .updateTable('outbox')
      .set({ next_attempt_at: new Date(0).toISOString() })
      .where('id', '=', id)
      .execute()
    expect(await due([shop.merchant])).not.toContain(id)
    expect(await due()).toContain(id)
  })
})

describe('a job that this version cannot read', () => {
  it('is an error to be seen in its tries, waits longer each time, and holds up no other', async () => {
    const other = await newJob()
    const { id: transaction_id, created_at } = await make.transaction(shop)
    const { id } = newId(new Date())
    const next_attempt_at = new Date(0).toISOString()
    await databases.provider
      .insertInto('outbox')
      .values({
        ...{ merchant_id: shop.merchant, id, transaction_id, transaction_created_at: created_at, next_attempt_at },
        ...{ topic: 'processor.void', payload: JSON.stringify({ surprise: 'tok_secret' }) },
      })
      .execute()
    await databases.provider.updateTable('outbox').set({ next_attempt_at }).where('id', '=', other).execute()
    const due = await claimDue(databases.provider, 100, 10_000, [])
    expect(due.map((job) => job.id)).toEqual(expect.arrayContaining([id, other]))
    const gateways = { masterKey: database.masterKey, publicUrl: 'https://kontor.example', timeout_ms: 1_000 }
    const { perform } = processorJobs({
      databases,
      gateways,
      clock: { now: () => new Date() },
      publicUrl: 'http://localhost:4000',
      askMiddleware: noMiddleware,
      onContradiction: () => {},
    })
    const job = due.find((each) => each.id === id) as ClaimedJob
    await expect(perform(job)).rejects.toBeInstanceOf(UnreadableOperation)
    expect(await stored(id)).toMatchObject({ done_at: null, leased_until: null })
    const { next_attempt_at: again, overdue_at, created_at: since } = await stored(id)
    expect(again > new Date().toISOString()).toBe(true)
    // A day later a person looks.
    expect(Date.parse(overdue_at ?? '') - Date.parse(since)).toBe(86_400_000)
    const tries = databases.provider.selectFrom('outbox_attempt').select('result').where('outbox_id', '=', id)
    expect(await tries.execute()).toEqual([{ result: 'broke off: UnreadableOperation' }])
  })
})

describe('places for jobs', () => {
  const settledNow = async (promise: Promise<boolean>) => Promise.race([promise, Promise.resolve('waiting')])

  it('keep one merchant, whose processor is slow, from holding up another', async () => {
    const slots = openSlots({ total: 4, each: 2, longestQueue: 10 })
    expect(await Promise.all([slots.enter('slow'), slots.enter('slow'), slots.enter('quick')])).toEqual([
      true,
      true,
      true,
    ])
    expect(slots.full()).toEqual(['slow'])
    const third = slots.enter('slow')
    expect(await settledNow(third)).toBe('waiting')
    slots.leave('slow')
    expect(await third).toBe(true)
  })

  it('are given in turn, merchant by merchant', async () => {
    const slots = openSlots({ total: 1, each: 1, longestQueue: 10 })
    await slots.enter('a')
    const order: string[] = []
    const wait = (owner: string) => slots.enter(owner).then(() => order.push(owner))
    const all = ['b', 'b', 'c', 'b', 'c'].map(wait)
    for (const owner of ['a', 'b', 'c', 'b', 'c']) {
      slots.leave(owner)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await Promise.all(all)
    expect(order).toEqual(['b', 'c', 'b', 'c', 'b'])
  })

  it('of which some are kept are not all given to those who wait', async () => {
    const slots = openSlots({ total: 2, each: 2, longestQueue: 10, kept: 1 })
    expect(await slots.enter('a')).toBe(true)
    const waiting = slots.enter('b')
    expect([await settledNow(waiting), slots.free()]).toEqual(['waiting', 1])
    slots.leave('a')
    expect(await waiting).toBe(true)
  })

  it('turn away who would wait too long, and everybody at closing time', async () => {
    const slots = openSlots({ total: 1, each: 1, longestQueue: 1 })
    await slots.enter('a')
    const waiting = slots.enter('a')
    expect(await slots.enter('a')).toBe(false)
    // The table may always wait, or it would get no turn beside a line that is never short.
    const table = slots.enter('a', 'always')
    expect(await settledNow(table)).toBe('waiting')
    slots.close()
    expect([await waiting, await table, await slots.enter('b')]).toEqual([false, false, false])
  })
})
