import { sql } from 'kysely'
import { closedThrough } from '../ledger/ledger-day.ts'
import type { Databases } from '../platform/db/database.ts'
import type { EngineJob } from '../platform/jobs/engine-jobs.ts'
import { findMissing, settlementsToLookAt } from './find-missing.ts'
import { matchFile } from './match-file.ts'

/** Files of one run, so that many hold up nothing else. */
const mostFiles = 100

/** Decides the lines of files that were read, and lists what is in no file. It runs after days are closed. */
export function reconciliationJob(databases: Databases, atOnce = mostFiles): EngineJob {
  // Files that wait stay in the list. The next run goes on after the last one of this, and begins again at the end of the list.
  let after: FileToMatch | undefined
  return {
    name: 'reconciliation',
    every_ms: 5_000,
    async run(now) {
      const through = await closedThrough(databases.provider)
      if (through === undefined) return
      const problems: unknown[] = []
      // What cannot be decided for a fault of ours holds up no others.
      const noting = (work: Promise<void>) => work.catch((error: unknown) => void problems.push(error))
      const files = await filesToMatch(databases, after, atOnce)
      after = files.length < atOnce ? undefined : files.at(-1)
      for (const file of files) await noting(matchFile(databases, file, now))
      for (const settlement of await settlementsToLookAt(databases, through))
        await noting(findMissing(databases, settlement, now))
      if (problems.length > 0) throw new AggregateError(problems, 'files that could not be matched')
    },
  }
}

interface FileToMatch {
  merchant_id: string
  id: string
  received_at: string
}

async function filesToMatch(
  { provider }: Databases,
  after: FileToMatch | undefined,
  atOnce: number,
): Promise<FileToMatch[]> {
  const isLater =
    after === undefined ? sql`true` : sql`(received_at, id) > (${after.received_at}::timestamptz, ${after.id}::uuid)`
  const { rows } = await sql<FileToMatch>`
    select merchant_id, id, received_at from processor_settlement_file
    where status = 'READ' and reconciled_at is null and ${isLater}
    order by received_at, id limit ${atOnce}`.execute(provider)
  return rows
}
