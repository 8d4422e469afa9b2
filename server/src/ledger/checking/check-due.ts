import type { Reader } from '../../platform/db/database.ts'
import { fromLocal, offsetsOf } from '../../platform/time/time-zone.ts'

const day_ms = 86_400_000
const hour_ms = 3_600_000
/** After the comparison of the roll-ups, at three. */
const hour = 4

/** True once a night in the installation's zone; a server that starts later in the day waits for the next night. */
export async function isCheckDue(db: Reader, now: Date): Promise<boolean> {
  const { time_zone } = await db.selectFrom('installation').select('time_zone').executeTakeFirstOrThrow()
  const offsetAt = offsetsOf(time_zone)
  const local = now.getTime() + offsetAt(now.getTime())
  const due = fromLocal(Math.floor((local - hour * hour_ms) / day_ms) * day_ms + hour * hour_ms, offsetAt)
  const last = await db
    .selectFrom('ledger_check')
    .select('started_at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? Date.parse(last.started_at) < due : now.getTime() - due < hour_ms
}
