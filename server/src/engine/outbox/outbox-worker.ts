import type { Databases, Trx } from '../../platform/db/database.ts'
import { about } from '../../platform/jobs/about.ts'
import { startQueue } from '../../platform/jobs/queue.ts'
import { measure } from '../../platform/measuring.ts'
import {
  type ClaimedJob,
  claimDue,
  claimDueOf,
  claimOne,
  type JobHandler,
  releaseJob,
  renewLease,
  renewLeases,
} from './outbox.ts'

export interface OutboxSettings {
  /** The most jobs at once in this process. */
  concurrency: number
  /** The most jobs at once for one merchant. */
  per_merchant: number
  /** The pause between two looks for jobs that are left over. */
  poll_ms: number
  /** The length of a lease. It is renewed while its job waits or is tried; after a crash, another worker waits for its end. */
  lease_ms: number
  /** The rows for a call are read again when they were read longer ago than this. */
  fresh_ms: number
  /** False: only jobs of this process's own commands are tried, each once. Others are left to `kontor work`. */
  looks?: boolean
}

export const outboxDefaults: OutboxSettings = {
  concurrency: 64,
  per_merchant: 16,
  poll_ms: 1_000,
  lease_ms: 30_000,
  fresh_ms: 1_000,
}

const gather_ms = 10
/** A lease is renewed several times in its length, so that one renewal may fail. */
const renewalsPerLease = 3
/** A try that is renewed more often hangs: then another worker looks up what became of it. */
const mostRenewals = 30

/** A job that is claimed, with what its try needs if that was read already. */
export interface HeldJob {
  job: ClaimedJob
  prepared?: unknown
  /** A moment before the claim and before `prepared` was read, by the clock of `performance`. */
  held_since: number
}

export interface OutboxWorker {
  /**
   * Claims a job in the transaction that writes it, and reads what its first try needs. After the commit, `perform` carries
   * it out without a transaction before the call to the processor.
   */
  hold(trx: Trx, merchant: string, id: string): Promise<HeldJob>
  /** Performs a job that was held in a transaction that is committed. The promise settles when this try is over. */
  perform(held: HeldJob): Promise<void>
  /** Performs a job that was just committed and not held. */
  doNow(merchant: string, id: string): Promise<void>
  /** Takes no more jobs and waits for the running ones. */
  stop(): Promise<void>
}

/**
 * After an error a job is due again when its lease ends, and its next try looks the operation up first. The lease of a job
 * is renewed from its claim to the end of its try: a dispute sends up to seven requests, and a merchant with a slow
 * processor has jobs that wait for a slot.
 */
export function startOutboxWorker<Prepared>(
  { provider }: Databases,
  { prepare, perform }: JobHandler<Prepared>,
  onError: (error: unknown) => void,
  { concurrency, per_merchant, poll_ms, lease_ms, fresh_ms, looks = true }: OutboxSettings = outboxDefaults,
): OutboxWorker {
  const held = (job: ClaimedJob, held_since: number, prepared?: Prepared) => ({ job, prepared, held_since })
  const leases = keepLeases(provider, lease_ms, onError)
  const claimed = async (merchant: string, id: string) => {
    const since = performance.now()
    const job = await claimOne(provider, merchant, id, lease_ms)
    return job && held(job, since)
  }
  /** What follows a job at once takes its slot. */
  const performAll = async (item: HeldJob): Promise<void> => {
    // Only `hold` puts something into `prepared`.
    const next = await leases.during(item, () =>
      measuring(item.job, () => perform(item.job, item.prepared as Prepared | undefined)),
    )
    const following = next && (await claimed(next.merchant, next.job))
    if (following) await performAll(following)
  }
  const queue = startQueue<HeldJob>({
    total: concurrency,
    each: per_merchant,
    ownerOf: ({ job }) => job.merchant_id,
    poll_ms,
    gather_ms,
    looks,
    claim: async ({ free, full }) => {
      const since = performance.now()
      return (await claimDue(provider, free, lease_ms, full)).map((job) => held(job, since))
    },
    claimOf: async (merchant) => {
      const since = performance.now()
      const job = await claimDueOf(provider, merchant, lease_ms)
      return job && held(job, since)
    },
    perform: performAll,
    onError,
  })
  /** The job at the moment of its try. Undefined: it is over, or another worker has it, because this process stood still. */
  const current = async (item: HeldJob): Promise<HeldJob | undefined> => {
    const since = performance.now()
    if (since - item.held_since < fresh_ms) return item
    return (await renewLease(provider, item.job, lease_ms)) ? held(item.job, since) : undefined
  }
  return {
    async hold(trx, merchant, id) {
      const since = performance.now()
      const job = await claimOne(trx, merchant, id, lease_ms)
      if (!job) throw new Error(`job ${id} was not written in this transaction`)
      // The command does not fail because its job cannot be tried: the try fails again, and records the error. An error of
      // the database ends this transaction, and with it the command and the job.
      return held(job, since, await prepare(trx, job).catch(() => undefined))
    },
    async perform(item) {
      let hasSlot = false
      const taken = () => {
        hasSlot = true
        return current(item)
      }
      await leases.during(item, () => queue.doNow(item.job.merchant_id, taken))
      // The payment is written: what fails here is tried again when the lease ends.
      if (!hasSlot) await releaseJob(provider, item.job).catch(onError)
    },
    doNow: (merchant, id) => queue.doNow(merchant, () => claimed(merchant, id)),
    async stop() {
      await queue.stop()
      leases.stop()
    },
  }
}

/** An error is reported with the job and the payment that it is about. */
async function measuring<T>(
  { topic, id, merchant_id, transaction_id }: ClaimedJob,
  work: () => Promise<T>,
): Promise<T> {
  const began = performance.now()
  const ended = (isBroken: boolean) => measure('job_tried', { topic, isBroken, ms: performance.now() - began })
  try {
    const result = await work()
    ended(false)
    return result
  } catch (error) {
    ended(true)
    throw about(error, { job: id, topic, merchant: merchant_id, transaction: transaction_id })
  }
}

/** Renews the leases of the jobs that this process has, in one statement. */
function keepLeases(provider: Databases['provider'], lease_ms: number, onError: (error: unknown) => void) {
  const renewals = new Map<HeldJob, number>()
  let isRenewing = false
  const renew = async () => {
    if (isRenewing) return
    isRenewing = true
    for (const [item, count] of renewals) renewals.set(item, count + 1)
    const tries = [...renewals].filter(([, count]) => count <= mostRenewals).map(([{ job }]) => job)
    if (tries.length > 0) await renewLeases(provider, tries, lease_ms).catch(onError)
    isRenewing = false
  }
  const timer = setInterval(() => void renew(), lease_ms / renewalsPerLease)
  return {
    async during<T>(item: HeldJob, work: () => Promise<T>): Promise<T> {
      renewals.set(item, 0)
      return work().finally(() => renewals.delete(item))
    },
    stop: () => clearInterval(timer),
  }
}
