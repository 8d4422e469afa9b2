import type { Databases } from '../platform/db/database.ts'
import type { PeriodicJob } from '../platform/jobs/periodic.ts'
import type { Clock } from '../platform/time/clock.ts'
import { isCheckDue } from './checking/check-due.ts'
import { type VerifiedLedger, verifyLedger } from './checking/verify-ledger.ts'
import { openLedger, queueHistory } from './opening.ts'
import { postEvents, type SetAside } from './posting/post-events.ts'

export interface LedgerSettings {
  post_ms: number
  /** The first day whose payments the ledger counts: `2026-10-31`. Null: it counts those from its opening on. */
  since: string | null
  /** Called for an event that cannot be booked. */
  onSetAside: (event: SetAside) => void
  /** Called when the ledger is not what it should be. */
  onDifference: (found: VerifiedLedger) => void
}

const quarter_ms = 900_000

/** Opens the ledger, books what happened within a second, and compares all of it once a night. */
export function ledgerJobs(
  { provider }: Databases,
  clock: Clock,
  { post_ms, since, onSetAside, onDifference }: LedgerSettings,
): PeriodicJob[] {
  const post = async () => {
    await openLedger(provider, since)
    const isMore = await queueHistory(provider, undefined, onSetAside)
    await postEvents(provider, undefined, onSetAside)
    return isMore
  }
  const check = async () => {
    if (!(await isCheckDue(provider, clock.now()))) return
    const found = await verifyLedger(provider, () => clock.now())
    if (found && (found.differences > 0 || found.set_aside > 0)) onDifference(found)
  }
  return [
    { name: 'ledger', every_ms: post_ms, run: post },
    { name: 'ledger check', every_ms: quarter_ms, run: check },
  ]
}
