import type { Databases, Reader } from '../../platform/db/database.ts'
import type { PeriodicJob } from '../../platform/jobs/periodic.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { offsetsOf } from '../../platform/time/time-zone.ts'
import { startOfPeriod } from '../periods/periods.ts'
import type { SetAside } from '../set-aside.ts'
import { fold, foldJob } from './fold.ts'
import { type Verified, verify } from './verify.ts'

export interface StatisticsSettings {
  fold_ms: number
  /** Called for a delta that the roll-ups cannot take; it counts nowhere until its day is made again. */
  onSetAside: (delta: SetAside) => void
  /** Called when the roll-ups differ from the rows. */
  onDifference: (found: Verified) => void
}

const hour_ms = 3_600_000
const quarter_ms = 900_000

/** Folds changes into the roll-ups within a second, and compares them with the rows once a night. */
export function statisticsJobs(
  { provider }: Databases,
  clock: Clock,
  { fold_ms, onSetAside, onDifference }: StatisticsSettings,
): PeriodicJob[] {
  const check = async () => {
    if (!(await isCheckDue(provider, clock.now()))) return
    const found = await verify(provider, () => clock.now())
    if (found.differences > 0 || found.set_aside > 0) onDifference(found)
  }
  return [
    { name: foldJob, every_ms: fold_ms, run: () => fold(provider, undefined, onSetAside) },
    { name: 'statistics check', every_ms: quarter_ms, run: check },
  ]
}

/** True at three in the morning of the business zone, or when the installation starts after that. */
async function isCheckDue(db: Reader, now: Date): Promise<boolean> {
  const { time_zone } = await db.selectFrom('installation').select('time_zone').executeTakeFirstOrThrow()
  const due = startOfPeriod(now.getTime() - 3 * hour_ms, 'day', offsetsOf(time_zone)) + 3 * hour_ms
  const last = await db
    .selectFrom('statistics_check')
    .select('started_at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? Date.parse(last.started_at) < due : now.getTime() - due < hour_ms
}
