import type { Databases } from '../../platform/db/database.ts'
import type { EngineJob } from '../../platform/jobs/engine-jobs.ts'
import { runSettlements } from './run-settlements.ts'

/** Closes settlements, right after business days were closed. */
export const settlementsJob = (databases: Databases): EngineJob => ({
  name: 'settlements',
  every_ms: 5_000,
  async run(now) {
    const errors: unknown[] = []
    await runSettlements({ databases, now: () => now, onProblem: (error) => errors.push(error) })
    if (errors.length > 0) throw new AggregateError(errors, 'settlements that could not be closed')
  },
})
