import { sql } from 'kysely'
import { type Queue, startQueue } from '../../platform/jobs/queue.ts'
import { type ClaimedRehearsal, performRehearsal, type RehearsalHouse } from './perform-rehearsal.ts'

interface Working extends Pick<RehearsalHouse, 'databases'> {
  onError: (error: unknown) => void
}

type RehearsalQueue = Pick<Queue<ClaimedRehearsal>, 'nudge' | 'stop'>

const lease_s = 30

/** Rehearses in the background, one version at a time: each reads many bookings. */
export function startRehearsalQueue({ databases, onError }: Working): RehearsalQueue {
  const stopping = new AbortController()
  const queue = startQueue<ClaimedRehearsal>({
    ...{ total: 1, poll_ms: 2_000, gather_ms: 50 },
    claim: async () => {
      // Other processes count too.
      const { rows } = await sql<ClaimedRehearsal>`
        update scheme_rehearsal set lease = gen_random_uuid(), lease_until = now() + make_interval(secs => ${lease_s}),
          tries = tries + 1
        where id = (
          select id from scheme_rehearsal
          where status = 'PENDING' and (lease_until is null or lease_until < now())
            and not exists (select from scheme_rehearsal other where other.status = 'PENDING' and other.lease_until >= now())
          order by created_at limit 1 for update skip locked)
        returning id, lease, tries`.execute(databases.provider)
      return rows
    },
    perform: (claimed) => performRehearsal({ databases, lease_s, stopping: stopping.signal }, claimed),
    endMakesDue: true,
    aboutOf: ({ id }) => ({ rehearsal: id }),
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
