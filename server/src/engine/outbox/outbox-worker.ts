import type { Databases } from '../../platform/db/database.ts'
import { startQueue } from '../../platform/jobs/queue.ts'
import { type ClaimedJob, claimDue, claimOne, type JobHandler } from './outbox.ts'

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

const gather_ms = 10

export interface OutboxWorker {
  /** Does a job that was just committed; settles when this try is over. */
  doNow(merchant: string, id: string): Promise<void>
  /** Takes no more jobs and waits for those in hand. */
  stop(): Promise<void>
}

/** An error leaves a job to its lease: it is tried again, asking first. */
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
