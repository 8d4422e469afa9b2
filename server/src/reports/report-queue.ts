import { reportLimits } from '@kontor/contract/reports/report.rules'
import { sql } from 'kysely'
import { fixed } from '../platform/db/kept-plans.ts'
import { type Queue, startQueue } from '../platform/jobs/queue.ts'
import { type ClaimedReport, makeReport, type ReportHouse } from './make-report.ts'

export interface ReportSettings {
  poll_ms: number
  lease_s: number
  mostBytes: number
  mostBytesOfAll: number
}

export const reportDefaults: ReportSettings = {
  ...{ poll_ms: 2_000, lease_s: 30 },
  ...{ mostBytes: reportLimits.bytes, mostBytesOfAll: reportLimits.bytes_of_all },
}

type Working = Omit<ReportHouse, 'stopping' | 'lease_s' | 'mostBytes' | 'mostBytesOfAll'> & {
  settings: ReportSettings
  onError: (error: unknown) => void
}

type ReportQueue = Pick<Queue<ClaimedReport>, 'nudge' | 'stop'>

/** Makes reports in the background: two at once, and of one merchant one after the other. */
export function startReportQueue({ settings, onError, ...house }: Working): ReportQueue {
  const db = house.databases.provider
  const stopping = new AbortController()
  const { lease_s, mostBytes, mostBytesOfAll } = settings
  const queue = startQueue<ClaimedReport>({
    ...{ total: 2, each: 1, ownerOf: ({ merchant_id }) => merchant_id },
    poll_ms: settings.poll_ms,
    gather_ms: 50,
    claim: async ({ free, full }) => {
      // Other processes count too: a merchant of which one is being made waits. A pause after a failed try has no lease.
      const { rows } = await sql<ClaimedReport>`${fixed}
        update report set lease = gen_random_uuid(), lease_until = now() + make_interval(secs => ${lease_s}),
          tries = tries + 1
        where (merchant_id, id) in (
          select merchant_id, id from report r
          where status = 'PENDING' and (lease_until is null or lease_until < now()) and merchant_id <> all(${full}::uuid[])
            and not exists (select from report other where other.merchant_id = r.merchant_id and other.status = 'PENDING'
              and other.lease is not null and other.lease_until >= now() and other.id <> r.id)
          order by created_at limit ${free} for update skip locked)
        returning merchant_id, id, lease, tries`.execute(db)
      return rows
    },
    perform: (claimed) =>
      makeReport({ ...house, lease_s, mostBytes, mostBytesOfAll, stopping: stopping.signal }, claimed),
    endMakesDue: true,
    onError,
  })
  return {
    nudge: queue.nudge,
    async stop() {
      stopping.abort()
      await queue.stop()
    },
  }
}
