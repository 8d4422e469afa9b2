import { housekeepingJobs } from '../src/housekeeping/housekeeping.ts'
import type { Databases } from '../src/platform/db/database.ts'

/** Runs all housekeeping jobs once. */
export async function tidy(databases: Databases): Promise<void> {
  for (const job of housekeepingJobs(databases)) await job.run(new Date())
}
