import { setTimeout as sleep } from 'node:timers/promises'
import type { Databases } from '../platform/db/database.ts'
import { claimDue, claimOne, type Job, type JobHandler } from './outbox.ts'
import { openSlots } from './slots.ts'

export interface OutboxSettings {
  /** How many jobs at once in this process. */
  concurrency: number
  /** How many of them for one merchant. */
  per_merchant: number
  /** How often the worker looks for what was left lying. */
  poll_ms: number
  /** Longer than the slowest job: after it, whoever took a job is taken for dead. */
  lease_ms: number
}

export const outboxDefaults: OutboxSettings = { concurrency: 64, per_merchant: 16, poll_ms: 1_000, lease_ms: 30_000 }

/** So many of a merchant wait for a place; those beyond lie in the outbox until they are due. */
const longestQueue = 200
/** So long are places collected that come free while there is more to do, for one look instead of many. */
const gather_ms = 10

export interface OutboxWorker {
  /** Does a job that was just committed; settles when this try is over. */
  doNow(merchant: string, id: string): Promise<void>
  /** Takes no more jobs and waits for those in hand. */
  stop(): Promise<void>
}

export function startOutboxWorker(
  databases: Databases,
  handle: JobHandler,
  onError: (error: unknown) => void,
  settings = outboxDefaults,
): OutboxWorker {
  const { concurrency, per_merchant, poll_ms, lease_ms } = settings
  const slots = openSlots({ total: concurrency, each: per_merchant, longestQueue })
  const stopping = new AbortController()
  const inHand = new Set<Promise<void>>()
  let placeFree = () => {}

  /** Work in a place that was taken. An error leaves the job to its lease: it is tried again, asking first. */
  const inPlace = (merchant: string, work: () => Promise<unknown>): Promise<void> => {
    const tracked = work()
      .then(() => {}, onError)
      .finally(() => {
        inHand.delete(tracked)
        slots.leave(merchant)
        placeFree()
      })
    inHand.add(tracked)
    return tracked
  }
  const begin = (job: Job) => {
    slots.force(job.merchant_id)
    inPlace(job.merchant_id, () => handle(job))
  }
  /** True when something may have been left lying for want of a place. */
  const takeDue = async (): Promise<boolean> => {
    const free = Math.min(slots.free(), per_merchant)
    const full = slots.full()
    if (free <= 0) return true
    const jobs = await claimDue(databases.provider, free, lease_ms, full)
    for (const job of jobs) begin(job)
    return jobs.length === free || full.length > 0
  }
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})
  const poll = async () => {
    while (!stopping.signal.aborted) {
      const left = new Promise<void>((resolve) => {
        placeFree = resolve
      })
      const more = await takeDue().catch(onError)
      if (!more) await pause(poll_ms)
      else await Promise.race([left.then(() => pause(gather_ms)), pause(poll_ms)])
    }
  }
  const polling = poll()

  return {
    async doNow(merchant, id) {
      if (!(await slots.enter(merchant))) return
      await inPlace(merchant, async () => {
        const job = await claimOne(databases.provider, merchant, id, lease_ms)
        if (job) await handle(job)
      })
    },
    async stop() {
      stopping.abort()
      slots.close()
      await polling
      await Promise.all(inHand)
    },
  }
}
