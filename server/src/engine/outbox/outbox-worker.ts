import type { Databases, Trx } from '../../platform/db/database.ts'
import { startQueue } from '../../platform/jobs/queue.ts'
import { type ClaimedJob, claimDue, claimOne, type JobHandler, releaseJob } from './outbox.ts'

export interface OutboxSettings {
  /** The most jobs at once in this process. */
  concurrency: number
  /** The most jobs at once for one merchant. */
  per_merchant: number
  /** The pause between two looks for jobs that are left over. */
  poll_ms: number
  /** The length of a lease. It is longer than the slowest job, because after it another worker takes the job over. */
  lease_ms: number
}

export const outboxDefaults: OutboxSettings = { concurrency: 64, per_merchant: 16, poll_ms: 1_000, lease_ms: 30_000 }

const gather_ms = 10

/** A job that is claimed, with what its try needs if that was read already. */
export interface HeldJob {
  job: ClaimedJob
  prepared?: unknown
  /** By the clock of `performance`. */
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

/** After an error a job is due again when its lease ends, and its next try looks the operation up first. */
export function startOutboxWorker<Prepared>(
  { provider }: Databases,
  { prepare, perform }: JobHandler<Prepared>,
  onError: (error: unknown) => void,
  { concurrency, per_merchant, poll_ms, lease_ms } = outboxDefaults,
): OutboxWorker {
  const held = (job: ClaimedJob, held_since: number, prepared?: Prepared) => ({ job, prepared, held_since })
  const { doNow, stop } = startQueue<HeldJob>({
    total: concurrency,
    each: per_merchant,
    ownerOf: ({ job }) => job.merchant_id,
    poll_ms,
    gather_ms,
    claim: async ({ free, full }) => {
      const since = performance.now()
      return (await claimDue(provider, free, lease_ms, full)).map((job) => held(job, since))
    },
    // Only `hold` puts something into `prepared`.
    perform: ({ job, prepared }) => perform(job, prepared as Prepared | undefined),
    onError,
  })
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
      let isTried = false
      // After a long wait for a slot, the lease would end during the try.
      const whenFresh = async () => {
        isTried = performance.now() - item.held_since < lease_ms / 2
        return isTried ? item : undefined
      }
      await doNow(item.job.merchant_id, whenFresh)
      // The payment is written: what fails here is tried again when the lease ends.
      if (!isTried) await releaseJob(provider, item.job).catch(onError)
    },
    doNow: (merchant, id) =>
      doNow(merchant, async () => {
        const since = performance.now()
        const job = await claimOne(provider, merchant, id, lease_ms)
        return job && held(job, since)
      }),
    stop,
  }
}
