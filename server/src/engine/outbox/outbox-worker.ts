import type { Databases } from '../../platform/db/database.ts'
import { startQueue } from '../../platform/jobs/queue.ts'
import { type ClaimedJob, claimDue, claimOne, type JobHandler } from './outbox.ts'

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

export interface OutboxWorker {
  /** Performs a job that was just committed. The promise settles when this try is over. */
  doNow(merchant: string, id: string): Promise<void>
  /** Takes no more jobs and waits for the running ones. */
  stop(): Promise<void>
}

/** After an error a job is due again when its lease ends, and its next try looks the operation up first. */
export function startOutboxWorker(
  { provider }: Databases,
  handle: JobHandler,
  onError: (error: unknown) => void,
  { concurrency, per_merchant, poll_ms, lease_ms } = outboxDefaults,
): OutboxWorker {
  const { doNow, stop } = startQueue<ClaimedJob>({
    total: concurrency,
    each: per_merchant,
    ownerOf: ({ merchant_id }) => merchant_id,
    poll_ms,
    gather_ms,
    claim: ({ free, full }) => claimDue(provider, free, lease_ms, full),
    perform: handle,
    onError,
  })
  return { doNow: (merchant, id) => doNow(merchant, () => claimOne(provider, merchant, id, lease_ms)), stop }
}
