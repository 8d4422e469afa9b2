import { matchOf } from '@kontor/contract/payouts/entries/bank-entry.rules'
import { type RawBuilder, sql } from 'kysely'
import { closedThrough } from '../../ledger/ledger-day.ts'
import type { Databases, Reader, Trx } from '../../platform/db/database.ts'
import type { EngineJob } from '../../platform/jobs/engine-jobs.ts'
import { today } from '../../pricing/business-days.ts'
import { named, type OpenEntry, plainBatch, wordsOf } from './candidates.ts'
import { lockEntry, openEntryColumns } from './locked-entry.ts'
import { receiveFiles } from './receive-files.ts'

/** For so many days an entry may find the file that it pays by itself. */
const searched_days = 90

/**
 * Matches an entry with the files that it pays, when there is no doubt, and books it. Gives whether it did. Two at once do it once:
 * the second one finds an entry that is decided, or files that are paid.
 */
export async function matchEntry(trx: Trx, id: string, now: Date): Promise<boolean> {
  const entry = await lockEntry(trx, id)
  if (entry?.state !== 'UNMATCHED' || entry.kind !== 'CLIENT_MONEY') return false
  const match = matchOf(BigInt(entry.amount), await named(trx, entry))
  if (!('files' in match)) return false
  await receiveFiles(trx, entry, match.files, now)
  await sql`update bank_entry set state = 'PROCESSOR' where id = ${id}`.execute(trx)
  return true
}

/** Matches entries, in their order. Gives how many were. */
export async function matchAll(trx: Trx, ids: readonly string[], now: Date): Promise<number> {
  let matched = 0
  for (const id of ids) if (await matchEntry(trx, id, now)) matched += 1
  return matched
}

/** Those of unmatched entries that name the batch of a file which nobody has paid, or not in full: the file may have come after the statement. */
export async function matchable(db: Reader, entries: readonly OpenEntry[]): Promise<string[]> {
  const words = entries.flatMap((entry) => wordsOf(entry).map((word) => ({ id: entry.id, word })))
  if (words.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select distinct x.id from json_to_recordset(${JSON.stringify(words)}) as x(id uuid, word text)
      join processor_settlement_file f on ${plainBatch} = x.word and f.status = 'READ' and f.reconciled_at is not null
    where exists (select from jsonb_array_elements(f.totals) t where not exists (select from processor_receipt r
        where r.merchant_id = f.merchant_id and r.file_id = f.id and r.currency_code = t ->> 'currency_code'))
      or exists (select from reconciliation_difference d where d.merchant_id = f.merchant_id and d.file_id = f.id
        and d.type = 'RECEIVED' and d.status = 'CLAIMED')
    order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

const unmatched = async (db: Reader, which: RawBuilder<unknown>): Promise<OpenEntry[]> =>
  (
    await sql<OpenEntry>`select ${openEntryColumns}
    from bank_entry e join provider_bank_account a on a.id = e.provider_bank_account_id
    where e.state = 'UNMATCHED' and a.kind = 'CLIENT_MONEY' and ${which} order by e.booked_on, e.id`.execute(db)
  ).rows

export const openEntries = (db: Reader, ids: readonly string[]) => unmatched(db, sql`e.id = any(${ids}::uuid[])`)
const searchedEntries = (db: Reader) => unmatched(db, sql`e.booked_on > ${today} - ${searched_days}::int`)

/** Entries of one run, so that many which stay open hold up nothing else. */
const mostEntries = 50

/** Matches entries of the bank with files that came after them, or whose lines were decided after. Each in a transaction. */
export function receiptsJob({ provider }: Databases): EngineJob {
  // Those that stay open stay in the list. The next run goes on after the last one of this, and begins again at the end.
  let after = ''
  return {
    name: 'processor receipts',
    every_ms: 5_000,
    async run(now) {
      if ((await closedThrough(provider)) === undefined) return
      const all = await matchable(provider, await searchedEntries(provider))
      const ids = all.filter((id) => id > after).slice(0, mostEntries)
      after = ids.length < mostEntries ? '' : (ids.at(-1) ?? '')
      const problems: unknown[] = []
      for (const id of ids)
        await provider
          .transaction()
          .execute((trx) => matchEntry(trx, id, now))
          // One that cannot be booked must not stop the others.
          .catch((error: unknown) => problems.push(error))
      if (problems.length > 0) throw new AggregateError(problems, 'bank entries that could not be matched')
    },
  }
}
