import { sql } from 'kysely'
import { gapCall } from '../platform/audit-trail/audit-trail.ts'
import type { Call } from '../platform/audit-trail/call.ts'
import { takeLostProcesses } from '../platform/audit-trail/processes.ts'
import { makeRoom, writeCalls } from '../platform/audit-trail/write-calls.ts'
import type { Databases, Reader } from '../platform/db/database.ts'
import { providerId } from '../platform/db/ids.ts'
import type { PeriodicJob } from '../platform/jobs/periodic.ts'

const atOnce = 1_000
/** A command may take half a minute, and its item waits a moment more. */
const patience_s = 120
/** A process says every half minute that it lives. */
const untilKnown_ms = 60_000

/**
 * Writes what is missing from the trail: commands that were carried out and whose item was lost, and the last moments of
 * processes that ended without a word.
 */
export const auditTrailGapsJob = ({ provider }: Pick<Databases, 'provider'>): PeriodicJob => ({
  name: 'audit trail gaps',
  every_ms: 60_000,
  run: () => findGaps(provider, patience_s),
})

/** True: there may be more. */
export async function findGaps(db: Databases['provider'], olderThan_s: number): Promise<boolean> {
  const unanswered = await within(db, (trx) => takeIntents(trx, olderThan_s))
  await within(db, async (trx) => (await takeLostProcesses(trx)).map(crashOf))
  return unanswered === atOnce
}

const within = async (
  db: Databases['provider'],
  take: (trx: Databases['provider']) => Promise<Call[]>,
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const calls = await take(trx)
    if (calls.length === 0) return 0
    await makeRoom(trx, calls)
    await writeCalls(trx, calls)
    return calls.length
  })

function crashOf(seen_at: string): Call {
  const since = new Date(seen_at)
  return gapCall(since, { why: 'crash', until: new Date(since.getTime() + untilKnown_ms) })
}

interface Intent {
  merchant_id: string
  id: string
  organisation_id: string | null
  route: string
  authentication: string
  actor_id: string | null
  actor_name: string | null
  psp: boolean
  origin: string | null
}

async function takeIntents(db: Reader, olderThan_s: number): Promise<Call[]> {
  const { rows } = await sql<Intent>`
    delete from audit_trail_intent i using (
      select merchant_id, id from audit_trail_intent
      where created_at < clock_timestamp() - make_interval(secs => ${olderThan_s}) order by created_at limit ${atOnce}) old
    where i.merchant_id = old.merchant_id and i.id = old.id
    returning i.merchant_id, i.id, organisation_id, route, authentication, actor_id, actor_name, psp, origin`.execute(
    db,
  )
  return rows.map(unansweredOf)
}

const unansweredOf = (intent: Intent): Call => ({
  ...{ id: intent.id, type: 'request', route: intent.route, url: intent.route.replace(/^\w+ /, '') },
  merchant: intent.merchant_id === providerId ? undefined : intent.merchant_id,
  organisation: intent.organisation_id ?? undefined,
  caller: {
    kind: intent.authentication === 'api' ? 'api_key' : 'user',
    ...{ id: intent.actor_id, name: intent.actor_name ?? '', psp: intent.psp },
  },
  origin: intent.origin ?? undefined,
  ...{ response_code: 0, duration_ms: 0, gap: { why: 'no_answer' } },
})
