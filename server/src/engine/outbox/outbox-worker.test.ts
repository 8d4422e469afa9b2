import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { until } from '../../../test/harness.ts'
import { type MadeMerchant, type Make, makers } from '../../../test/make.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction, openDatabases } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { type ClaimedJob, closeJob, enqueue, finishTry, type JobHandler } from './outbox.ts'
import { type HeldJob, type OutboxSettings, type OutboxWorker, startOutboxWorker } from './outbox-worker.ts'

const settings: OutboxSettings = { concurrency: 32, per_merchant: 2, poll_ms: 20, lease_ms: 400, fresh_ms: 250 }

let database: TestDatabase
let databases: Databases
let make: Make
let shop: MadeMerchant

beforeAll(async () => {
  database = await createTestDatabase()
  databases = openDatabases(database, () => {})
  make = makers(databases, { masterKey: database.masterKey, processorUrl: 'http://127.0.0.1:9', credential: {} })
})
afterAll(async () => {
  await databases.close()
  await database.drop()
})
beforeEach(async () => {
  shop = await make.merchant()
})

const within = <T>(of: MadeMerchant, work: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(databases, engineActor(of.merchant, 'system'), work)

/** Begins a job, as a command does; `held` in the transaction that writes it. */
async function newJob(of = shop, worker?: OutboxWorker): Promise<{ id: string; held?: HeldJob }> {
  const { id: transaction_id, created_at } = await make.transaction(of)
  const { id } = newId(new Date())
  const key = { merchant_id: of.merchant, id, transaction_id, transaction_created_at: created_at }
  return within(of, async (trx) => {
    await enqueue(trx, { ...key, topic: 'processor.void', payload: {} }, new Date())
    // Only the lease keeps other workers from it, and not the head start of its writer.
    await trx
      .updateTable('outbox')
      .set({ next_attempt_at: new Date(0).toISOString() })
      .where('id', '=', id)
      .execute()
    return worker ? { id, held: await worker.hold(trx, of.merchant, id) } : { id }
  })
}
const stored = (id: string) =>
  databases.provider.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

interface Tries {
  /** The jobs in the order in which their tries began, with what was prepared for them. */
  begun: { id: string; prepared: string | undefined }[]
  handler: JobHandler<string>
}

/** A processor that takes this long for each try: milliseconds, or until the promise is settled. */
function tries(
  duration: number | Promise<void>,
  prepare: JobHandler<string>['prepare'] = async () => 'prepared',
): Tries {
  const begun: Tries['begun'] = []
  const perform = async (job: ClaimedJob, prepared?: string) => {
    begun.push({ id: job.id, prepared })
    await (typeof duration === 'number' ? sleep(duration) : duration)
    await inTransaction(databases, engineActor(job.merchant_id, 'processor'), (trx) =>
      finishTry(trx, job, { done: true, note: 'done' }),
    )
    return undefined
  }
  return { begun, handler: { prepare, perform } }
}

function gate() {
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  return { over, end }
}

async function running<T>(handler: JobHandler<string>, work: (worker: OutboxWorker) => Promise<T>, given = {}) {
  const problems: unknown[] = []
  const worker = startOutboxWorker(databases, handler, (error) => problems.push(error), { ...settings, ...given })
  try {
    return { result: await work(worker), problems }
  } finally {
    await worker.stop()
  }
}
const hold = async (worker: OutboxWorker, of = shop) => (await newJob(of, worker)).held as HeldJob

describe('the jobs of a merchant whose processor is slow', () => {
  it('wait for a slot longer than a lease, keep their turn, and are tried once; other merchants go on', async () => {
    const other = await make.merchant()
    const { begun, handler } = tries(150)
    await running(handler, async (worker) => {
      const jobs: string[] = []
      const all: Promise<void>[] = []
      for (let count = 0; count < 20; count += 1) {
        const held = await hold(worker)
        jobs.push(held.job.id)
        all.push(worker.perform(held))
      }
      const quick = await hold(worker, other)
      await worker.perform(quick)
      expect(begun.length).toBeLessThan(jobs.length)
      await Promise.all(all)
      const turns = begun.map(({ id }) => jobs.indexOf(id)).filter((turn) => turn !== -1)
      expect(turns).toHaveLength(jobs.length)
      // Jobs of the two slots are read anew at the same time, so that one may pass the other.
      expect(turns.filter((turn, at) => Math.abs(turn - at) > settings.per_merchant)).toEqual([])
      for (const id of jobs) expect(await stored(id)).toMatchObject({ attempts: 1, done_at: expect.any(String) })
    })
  })

  it('that are left in the table get their turn among those that were handed over', async () => {
    const { begun, handler } = tries(60)
    await running(handler, async (worker) => {
      let isOver = false
      // There are always jobs that wait for a slot.
      const flood = Promise.all(
        Array.from({ length: 6 }, async () => {
          while (!isOver) await worker.perform(await hold(worker))
        }),
      )
      await until(
        async () => begun.length,
        (count) => count > 4,
      )
      const { id: left } = await newJob()
      const isBegun = async () => begun.some(({ id }) => id === left)
      await until(isBegun, Boolean, 2_000).finally(() => {
        isOver = true
      })
      await flood
    })
  })
})

describe('a try that takes longer than a lease', () => {
  it('is not begun by another worker meanwhile', async () => {
    const { begun, handler } = tries(4 * settings.lease_ms)
    await running(handler, async (worker) => {
      const held = await hold(worker)
      await running(handler, () => worker.perform(held))
      expect(begun.map(({ id }) => id)).toEqual([held.job.id])
      expect(await stored(held.job.id)).toMatchObject({ attempts: 1 })
    })
  })

  it('is taken over when its process has died', async () => {
    const { begun, handler } = tries(1)
    const { result: held } = await running(handler, (worker) => hold(worker))
    await running(handler, () =>
      until(
        () => stored(held.job.id),
        ({ done_at }) => done_at !== null,
      ),
    )
    expect(begun).toEqual([{ id: held.job.id, prepared: undefined }])
    expect(await stored(held.job.id)).toMatchObject({ attempts: 2 })
  })
})

describe('what was read for a try', () => {
  it('is used by a try that begins at once', async () => {
    const { begun, handler } = tries(1)
    await running(handler, async (worker) => worker.perform(await hold(worker)))
    expect(begun).toMatchObject([{ prepared: 'prepared' }])
  })

  it('is read again when its job waited for a slot', async () => {
    const { over, end } = gate()
    const { begun, handler } = tries(over)
    await running(
      handler,
      async (worker) => {
        const first = worker.perform(await hold(worker))
        const second = worker.perform(await hold(worker))
        await sleep(settings.fresh_ms + 1)
        end()
        await Promise.all([first, second])
      },
      { per_merchant: 1 },
    )
    expect(begun.map(({ prepared }) => prepared)).toEqual(['prepared', undefined])
  })

  it('counts from before the claim, so that slow reading makes it old', async () => {
    const { begun, handler } = tries(1, async () => {
      await sleep(settings.fresh_ms * 1.5)
      return 'old'
    })
    await running(handler, async (worker) => worker.perform(await hold(worker)))
    expect(begun).toMatchObject([{ prepared: undefined }])
  })

  it('is not sent at all for a job that ended while it waited', async () => {
    const { over, end } = gate()
    const { begun, handler } = tries(over)
    await running(
      handler,
      async (worker) => {
        const [first, second] = [await hold(worker), await hold(worker)]
        const both = Promise.all([worker.perform(first), worker.perform(second)])
        await within(shop, (trx) => closeJob(trx, second.job, 'settled by notification'))
        await sleep(settings.fresh_ms + 1)
        end()
        await both
        expect(begun.map(({ id }) => id)).toEqual([first.job.id])
      },
      { per_merchant: 1 },
    )
  })
})

describe('a job that finds no slot', () => {
  it('is given back at once', async () => {
    const { handler } = tries(1)
    const worker = startOutboxWorker(databases, handler, () => {}, settings)
    const held = await hold(worker)
    await worker.stop()
    await worker.perform(held)
    expect(await stored(held.job.id)).toMatchObject({ attempts: 0, uncertain: false, leased_until: null })
  })

  it('is not an error of its command when it cannot be given back', async () => {
    const { handler } = tries(1)
    const problems: unknown[] = []
    const away = openDatabases(database, () => {})
    const worker = startOutboxWorker(away, handler, (error) => problems.push(error), settings)
    const held = await hold(worker)
    await worker.stop()
    await away.close()
    await expect(worker.perform(held)).resolves.toBeUndefined()
    expect(problems).toHaveLength(1)
  })
})
