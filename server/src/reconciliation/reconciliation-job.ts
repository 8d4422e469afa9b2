import { sql } from 'kysely'
import { closedThrough } from '../ledger/ledger-day.ts'
import type { Databases } from '../platform/db/database.ts'
import type { EngineJob } from '../platform/jobs/engine-jobs.ts'
import { findMissing, settlementsToLookAt } from './find-missing.ts'
import { matchFile } from './match-file.ts'

/** Files of one run, so that many hold up nothing else. */
const mostFiles = 100

/** Decides the lines of files that were read, and lists what is in no file. It runs after days are closed. */
export const reconciliationJob = (databases: Databases): EngineJob => ({
  name: 'reconciliation',
  every_ms: 5_000,
  async run(now) {
    const through = await closedThrough(databases.provider)
    if (through === undefined) return
    const problems: unknown[] = []
    // What cannot be decided for a fault of ours holds up no others.
    const noting = (work: Promise<void>) => work.catch((error: unknown) => void problems.push(error))
    for (const file of await filesToMatch(databases)) await noting(matchFile(databases, file, now))
    for (const settlement of await settlementsToLookAt(databases, through))
      await noting(findMissing(databases, settlement, now))
    if (problems.length > 0) throw new AggregateError(problems, 'files that could not be matched')
  },
})

async function filesToMatch({ provider }: Databases): Promise<{ merchant_id: string; id: string }[]> {
  const { rows } = await sql<{ merchant_id: string; id: string }>`
    select merchant_id, id from processor_settlement_file where status = 'READ' and reconciled_at is null
    order by received_at limit ${mostFiles}`.execute(provider)
  return rows
}
