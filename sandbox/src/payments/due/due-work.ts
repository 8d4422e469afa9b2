import type { Database } from '../../database.ts'
import type { Due } from './lanes.ts'

type Kind = 'change' | 'notification'

/** Reads the work that is due, and the time of the next: one cheap statement, planned once for a connection. */
export async function findDueWork(db: Database): Promise<Due<Kind>> {
  const found = await db.query<Record<Kind, number | null>>({
    name: 'due_work',
    text: `select 1000 * extract(epoch from (select min(due_at) from due_change) - clock_timestamp())::float8 as change,
             1000 * extract(epoch from (select min(next_attempt_at) from notification
               where delivered_at is null and given_up_at is null) - clock_timestamp())::float8 as notification`,
  })
  const waits = Object.entries(found.rows[0] ?? {}).filter((each): each is [Kind, number] => each[1] !== null)
  const later = waits.map(([, wait_ms]) => wait_ms).filter((wait_ms) => wait_ms > 0)
  return {
    now: waits.filter(([, wait_ms]) => wait_ms <= 0).map(([kind]) => kind),
    next_ms: later.length > 0 ? Math.ceil(Math.min(...later)) : undefined,
  }
}
