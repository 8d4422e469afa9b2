import { sql } from 'kysely'
import type { Sandbox } from '../organisations/merchants/create-merchant.ts'
import type { Databases } from '../platform/db/database.ts'
import { type Queue, startQueue } from '../platform/jobs/queue.ts'
import type { Clock } from '../platform/time/clock.ts'
import { type ClaimedImport, runImport } from './run-import.ts'

export interface ImportSettings {
  poll_ms: number
  /** Seconds after which another process takes over from one that was killed. A batch takes much less. */
  lease_s: number
}

export const importDefaults: ImportSettings = { poll_ms: 2_000, lease_s: 60 }

interface Working {
  databases: Databases
  masterKey: string
  /** Of what is imported. */
  clock: Clock
  /** The wall clock. */
  wall: Clock
  /** The sandbox processor beside this server. */
  sandbox: Sandbox | undefined
  settings: ImportSettings
  onError: (error: unknown) => void
}

type ImportQueue = Pick<Queue<ClaimedImport>, 'nudge' | 'stop'>

/** Checks, imports and takes back in the background. */
export function startImportQueue(working: Working): ImportQueue {
  const { databases, masterKey, clock, wall, sandbox, settings, onError } = working
  const db = databases.provider
  let isStopping = false
  const queue = startQueue<ClaimedImport>({
    // Each takes a connection and much of a processor, and one merchant's rows wait for each other.
    ...{ total: 2, each: 1, ownerOf: ({ merchant_id }) => merchant_id },
    poll_ms: settings.poll_ms,
    gather_ms: 50,
    claim: async ({ free, full }) => {
      const { rows } = await sql<ClaimedImport>`
        update import set lease = gen_random_uuid(), lease_until = now() + make_interval(secs => ${settings.lease_s}),
          tries = tries + 1
        where (merchant_id, id) in (
          select merchant_id, id from import
          where task is not null and (lease_until is null or lease_until < now()) and merchant_id <> all(${full}::uuid[])
          order by queued_at limit ${free} for update skip locked)
        returning merchant_id, id, task, lease, tries`.execute(db)
      return rows
    },
    perform: (claimed) =>
      runImport(
        {
          ...{ db, masterKey, wall, now: clock.now(), sandbox, lease_s: settings.lease_s },
          isStopping: () => isStopping,
        },
        claimed,
      ),
    endMakesDue: true,
    onError,
  })
  return {
    nudge: queue.nudge,
    async stop() {
      isStopping = true
      await queue.stop()
    },
  }
}
