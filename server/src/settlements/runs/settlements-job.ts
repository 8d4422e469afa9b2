import type { Databases } from '../../platform/db/database.ts'
import type { EngineJob } from '../../platform/jobs/engine-jobs.ts'
import { oneTurn } from '../../platform/jobs/one-turn.ts'
import { runSettlements } from './run-settlements.ts'

/** Closes settlements, right after business days were closed. */
export function settlementsJob(databases: Databases): EngineJob {
  const tried = new Set<string>()
  let errors: unknown[] = []
  return {
    name: 'settlements',
    every_ms: 5_000,
    async run(now) {
      const onProblem = (error: unknown) => errors.push(error)
      const { is_complete } = await runSettlements({ databases, now: () => now, onProblem, until: oneTurn(), tried })
      if (!is_complete) return true
      // Told once all were tried, because a failed run would not be followed by the next one at once.
      const told = errors
      errors = []
      if (told.length > 0) throw new AggregateError(told, 'settlements that could not be closed')
      return false
    },
  }
}
