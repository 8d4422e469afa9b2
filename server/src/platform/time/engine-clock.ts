import { sql } from 'kysely'
import type { Databases, Reader } from '../db/database.ts'
import { asFixed } from '../db/kept-plans.ts'
import type { Clock } from './clock.ts'

/** The time of payments: the wall clock, and in a demo as far ahead of it as somebody moved it. */
export interface EngineClock extends Clock {
  /** The time that a clock on the move will reach; null when it is not moving. */
  target(): Date | null
  /** Milliseconds ahead of the wall clock. Undefined on an installation that is no demo, where it cannot be ahead. */
  ahead_ms(): number | undefined
  /** Reads how far the clock was moved, by this process or another; in the caller's transaction, if there is one. */
  refresh(db?: Reader): Promise<void>
  /** Moves the clock forward, never back, and only in a demo. */
  moveTo(now: Date): Promise<void>
}

export function engineClock({ provider }: Databases, wall: Clock): EngineClock {
  let offset_ms = 0
  let isDemo = false
  let target: Date | null = null
  const now = () => new Date(wall.now().getTime() + offset_ms)
  const refresh = async (db: Reader = provider) => {
    const {
      rows: [known],
    } = await asFixed(db.selectFrom('installation').select(['demo', 'clock_offset_ms', 'clock_target'])).execute(db)
    isDemo = known?.demo === true
    // A row that was read before the last move, and arrives after it, must not set the clock back.
    offset_ms = Math.max(offset_ms, known?.clock_offset_ms ?? 0)
    target = known?.clock_target ? new Date(known.clock_target) : null
  }
  return {
    now,
    target: () => target,
    ahead_ms: () => (isDemo ? offset_ms : undefined),
    refresh,
    async moveTo(to) {
      const ahead_ms = Math.max(0, to.getTime() - wall.now().getTime())
      await provider
        .updateTable('installation')
        .set({
          clock_offset_ms: sql<number>`greatest(clock_offset_ms, ${ahead_ms})`,
          // The clock has arrived: the target is removed.
          clock_target: sql<
            string | null
          >`case when clock_target > ${to.toISOString()}::timestamptz then clock_target end`,
        })
        .execute()
      await refresh()
    },
  }
}
