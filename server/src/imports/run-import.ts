import { type ImportTask, importLimits } from '@kontor/contract/imports/import.rules'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../platform/db/database.ts'
import { providerId } from '../platform/db/ids.ts'
import { type Locked, lockRow } from '../platform/db/locked.ts'
import type { Batch, ImportHouse, Told } from './batch.ts'
import { batchesOf } from './file/batches.ts'
import { ImportProblem } from './file/problem.ts'
import type { CsvRecord } from './file/records.ts'
import { importKinds } from './kinds.ts'
import { openedFile } from './opened-file.ts'
import { imports, type StoredImport, statusAfter } from './stored-import.ts'
import { requireTaskGiver } from './task-giver.ts'

/** An import whose task this process has taken. */
export interface ClaimedImport {
  merchant_id: string
  id: string
  task: ImportTask
  lease: string
  tries: number
}

export interface ImportWork extends ImportHouse {
  lease_s: number
  /** True: stops after the batch in hand, and another process goes on. */
  isStopping: () => boolean
}

/** Seconds until the next try after each that failed. What is in the way, such as a long export, may take as many minutes. */
const pauses = [5, 15, 60, 120, 300, 300, 600]

/**
 * Carries out the task of an import, batch by batch. Each batch is one transaction with its checkpoint, under the lock of
 * the import: what was killed goes on after the last one, and of two that both believe in their lease only one can write.
 */
export async function runImport(run: ImportWork, claimed: ClaimedImport): Promise<void> {
  const of = await imports(run.db)
    .where('merchant_id', '=', claimed.merchant_id)
    .where('id', '=', claimed.id)
    .executeTakeFirstOrThrow()
  try {
    if (claimed.tries > pauses.length) throw new ImportProblem('It was begun in vain too often.', 'gave_up')
    if (claimed.task === 'revert') await revert(run, claimed, of)
    else await readRows(run, claimed, of)
  } catch (error) {
    if (!(error instanceof ImportProblem)) {
      await letGo(run, claimed, pauses[claimed.tries - 1])
      throw error
    }
    await within(run, claimed, undefined, (trx, now) => fail(trx, run, claimed, now, error))
  }
}

async function readRows(run: ImportWork, claimed: ClaimedImport, of: StoredImport): Promise<void> {
  const file = await openedFile(run.db, of, run.masterKey)
  const kind = importKinds[of.type]
  const { batchOf, passes } = await kind.batches(run, of, file)
  let { checkpoint } = of
  for await (const records of batchesOf(file.records, { size: kind.size, checkpoint, passes })) {
    if (run.isStopping()) return letGo(run, claimed)
    const last = records.at(-1)?.line ?? checkpoint
    const wanted = claimed.task === 'again' ? await rejectedOf(run, of, checkpoint, records) : records
    if (claimed.task === 'again' && wanted.length === 0) continue
    const batch = batchOf(wanted)
    if (claimed.task !== 'check') await batch.prepare?.()
    const isOurs = await within(run, claimed, checkpoint, (trx, now) => doBatch(trx, run, claimed, batch, now, last))
    if (!isOurs) return
    if (claimed.task !== 'check') await batch.afterwards?.()
    checkpoint = last
  }
  await within(run, claimed, checkpoint, (trx, now) => finish(trx, run, claimed, now))
}

/** The records that were rejected before. */
async function rejectedOf({ db }: ImportWork, of: StoredImport, after: number, records: readonly CsvRecord[]) {
  const rejected = await db
    .selectFrom('import_rejection')
    .select('line')
    .where('merchant_id', '=', of.merchant_id)
    .where('import_id', '=', of.id)
    .where('line', '>', after)
    .where('line', '<=', records.at(-1)?.line ?? after)
    .execute()
  const lines = new Set(rejected.map(({ line }) => line))
  return records.filter(({ line }) => lines.has(line))
}

/** Looks at or writes one batch, with its checkpoint, in the transaction `trx`. */
async function doBatch(
  trx: Trx,
  run: ImportWork,
  claimed: ClaimedImport,
  batch: Batch,
  now: Locked<StoredImport>,
  last: number,
): Promise<void> {
  const after = now.checkpoint
  const told = claimed.task === 'check' ? await batch.look(trx) : await batch.write(trx)
  // Of an earlier check, or of the rows that were tried again.
  const upTo =
    claimed.task === 'again' ? sql`line > ${after} and line <= ${last}` : sql`${after} = 0 or line > ${after}`
  await sql`delete from import_rejection where merchant_id = ${claimed.merchant_id} and import_id = ${claimed.id}
    and (${upTo})`.execute(trx)
  await keepFaults(trx, claimed, told)
  await keepMade(trx, claimed, told)
  await set(trx, run, claimed, counted(claimed.task, told, last))
  if (claimed.task === 'again' || now.rows_rejected + told.faults.length <= importLimits.rejections) return
  const sofar = { rows_new: now.rows_new + told.added, rows_known: now.rows_known + told.known }
  const problem = new ImportProblem('Too many rows of the file cannot be imported.', 'too_many_rejections')
  await fail(trx, run, claimed, sofar, problem)
}

/** The counts after a batch. Of rows that are tried again, those that are in now are no longer rejected. */
function counted(
  task: ImportTask,
  { added, known, faults }: Told,
  checkpoint: number,
): Record<string, RawBuilder<unknown> | number> {
  const isAgain = task === 'again'
  return {
    checkpoint,
    tries: 0,
    rows_read: isAgain ? sql`rows_read` : sql`rows_read + ${added + known + faults.length}`,
    rows_new: sql`rows_new + ${added}`,
    rows_known: sql`rows_known + ${known}`,
    rows_rejected: isAgain ? sql`rows_rejected - ${added + known}` : sql`rows_rejected + ${faults.length}`,
  }
}

async function keepFaults(trx: Trx, { merchant_id, id }: ClaimedImport, { faults }: Told): Promise<void> {
  if (faults.length === 0) return
  await sql`insert into import_rejection (merchant_id, import_id, line, code, target)
    select ${merchant_id}, ${id}, line, code, target
    from json_to_recordset(${JSON.stringify(faults)}) as x(line int, code text, target text)`.execute(trx)
}

async function keepMade(trx: Trx, { merchant_id, id }: ClaimedImport, { made }: Told): Promise<void> {
  if (made.length === 0) return
  await sql`insert into import_made (merchant_id, import_id, line, made_id)
    select ${merchant_id}, ${id}, line, id from json_to_recordset(${JSON.stringify(made)}) as x(line int, id uuid)`.execute(
    trx,
  )
}

async function finish(trx: Trx, run: ImportWork, claimed: ClaimedImport, now: Locked<StoredImport>): Promise<void> {
  if (now.rows_read === 0) throw new ImportProblem('The file has no rows.', 'empty')
  if (claimed.task === 'check')
    return set(trx, run, claimed, { status: 'VALIDATED', lines: now.checkpoint, checkpoint: 0 })
  const { rows_new: added, rows_known: known, rows_rejected: rejected } = now
  await set(trx, run, claimed, { status: statusAfter({ added, known, rejected }), finished_at: sql`now()` })
}

/** Rows that are in already stay, and the checkpoint, from which the task can go on. */
function fail(
  trx: Trx,
  run: ImportWork,
  claimed: ClaimedImport,
  now: Pick<StoredImport, 'rows_new' | 'rows_known'>,
  { code }: ImportProblem,
): Promise<void> {
  const hasRows = claimed.task !== 'check' && now.rows_new + now.rows_known > 0
  const status = hasRows ? 'PARTLY_DONE' : 'FAILED'
  const unfinished = claimed.task === 'check' ? null : claimed.task
  return set(trx, run, claimed, { status, problem: code, unfinished, finished_at: sql`now()` })
}

async function revert(run: ImportWork, claimed: ClaimedImport, of: StoredImport): Promise<void> {
  const { revert: take, size } = importKinds[of.type]
  if (!take) throw new ImportProblem('Imports of this type cannot be taken back.')
  let { checkpoint } = of
  for (;;) {
    if (run.isStopping()) return letGo(run, claimed)
    const made = await run.db
      .selectFrom('import_made')
      .select(['line', 'made_id'])
      .where('merchant_id', '=', of.merchant_id)
      .where('import_id', '=', of.id)
      .where('line', '>', checkpoint)
      .orderBy('line')
      .limit(size)
      .execute()
    const last = made.at(-1)?.line
    if (last === undefined) break
    const isOurs = await within(run, claimed, checkpoint, async (trx) => {
      const ids = made.map(({ made_id }) => made_id)
      const taken = await take(trx, of, ids)
      await set(trx, run, claimed, { checkpoint: last, tries: 0, rows_reverted: sql`rows_reverted + ${taken}` })
    })
    if (!isOurs) return
    checkpoint = last
  }
  await within(run, claimed, checkpoint, (trx) =>
    set(trx, run, claimed, { status: 'REVERTED', finished_at: sql`now()` }),
  )
}

/** Runs a transaction if the task is still ours and as far as we believe. False: somebody cancelled it or took it over. */
async function within(
  run: ImportWork,
  claimed: ClaimedImport,
  checkpoint: number | undefined,
  work: (trx: Trx, now: Locked<StoredImport>) => Promise<void>,
): Promise<boolean> {
  return run.db.transaction().execute(async (trx) => {
    const now = await lockRow(
      imports(trx)
        .where('merchant_id', '=', claimed.merchant_id)
        .where('id', '=', claimed.id)
        .where('lease', '=', claimed.lease),
      { strength: 'no key update' },
    )
    if (!now || (checkpoint !== undefined && now.checkpoint !== checkpoint)) return false
    if (checkpoint !== undefined) await requireTaskGiver(trx, now, claimed.task)
    const actor = JSON.stringify({ kind: 'import', name: now.file_name })
    const merchant = now.merchant_id === providerId ? '' : now.merchant_id
    await sql`select set_config('kontor.actor', ${actor}, true), set_config('kontor.merchant', ${merchant}, true)`.execute(
      trx,
    )
    await work(trx, now)
    return true
  })
}

/** Writes what became of an import and renews the lease. An end of the task gives it back. */
async function set(
  trx: Trx,
  { lease_s }: ImportWork,
  { merchant_id, id }: ClaimedImport,
  values: Record<string, unknown>,
): Promise<void> {
  const isOver = 'status' in values
  await trx
    .updateTable('import')
    .set({
      ...values,
      ...(isOver
        ? { task: null, lease: null, lease_until: null }
        : { lease_until: sql`now() + make_interval(secs => ${lease_s})` }),
    })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}

/** Lets another process, or this one later, go on. */
async function letGo({ db }: ImportWork, { merchant_id, id, lease }: ClaimedImport, pause_s = 2): Promise<void> {
  await db
    .updateTable('import')
    .set({ lease_until: sql<string>`now() + make_interval(secs => ${pause_s})` })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute()
}
