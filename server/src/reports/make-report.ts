import { createHash } from 'node:crypto'
import type { ExportFormat } from '@kontor/contract/lists/list-defaults'
import type { ListQuery } from '@kontor/contract/lists/list-query'
import { Refusal } from '@kontor/contract/refusal'
import { reportLimits } from '@kontor/contract/reports/report.rules'
import { sql } from 'kysely'
import pg from 'pg'
import type { Actor } from '../platform/db/actor.ts'
import { type Databases, inTransaction, type Reader, type Trx, violatedConstraint } from '../platform/db/database.ts'
import { exportPieces, type FilePieces } from '../platform/export/export-file.ts'
import { countOf } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import type { Source } from '../platform/rows/list.ts'
import type { Sources } from '../platform/rows/populate.ts'
import { type FileOf, keepPiece } from './kept-report.ts'
import { Pieces } from './pieces.ts'
import { mayList } from './report.rows.ts'
import { reportOwner } from './report-owner.ts'
import { ReportProblem } from './report-problem.ts'
import { reportQuery } from './report-query.ts'
import { usedBytes } from './report-room.ts'

/** A report that this process has taken. */
export interface ClaimedReport {
  merchant_id: string
  id: string
  lease: string
  tries: number
}

export interface ReportHouse {
  databases: Databases
  sources: Sources
  quickCount?: Services['quickCount']
  masterKey: string
  /** Seconds after which another process takes over from one that was killed. It is renewed each second. */
  lease_s: number
  /** Bytes that the files of a merchant may have together. */
  mostBytes: number
  /** Those of all merchants. */
  mostBytesOfAll: number
  /** What follows the end of a report, in its transaction. */
  onEnd: (trx: Trx, report: Pick<ClaimedReport, 'merchant_id' | 'id'>) => Promise<void>
  /** Tells of mails that were written. */
  nudgeMails: () => void
  /** Aborted: the process stops, and another one begins the report again. */
  stopping: AbortSignal
}

/** Seconds until the next try after each that failed. */
const pauses = [5, 15, 60, 300]
/** Seconds until a place for a file may be free. */
const placePause_s = 5
const look_ms = 1_000
const countWithin_ms = 2_000

/** Somebody else has the report now, it was cancelled or deleted, or the process stops. */
class Superseded extends Error {
  override name = 'Superseded'
}

/**
 * Makes the file of a report, in pieces that belong to this try alone. Only the last statement names them: until then the
 * report has no file, and of two processes that both believe in their lease only one can end it.
 */
export async function makeReport(house: ReportHouse, claimed: ClaimedReport): Promise<void> {
  try {
    if (claimed.tries > pauses.length) throw new ReportProblem('gave_up')
    await write(house, claimed)
  } catch (error) {
    if (error instanceof Superseded) return letGo(house, claimed, 0, true)
    if (error instanceof Refusal && error.code === 'too_many_exports') return letGo(house, claimed, placePause_s, true)
    const failure = failureOf(error)
    if (failure) return fail(house, claimed, failure)
    await letGo(house, claimed, pauses[claimed.tries - 1] ?? placePause_s, false)
    throw error
  } finally {
    await forgetPieces(house, claimed)
  }
}

function failureOf(error: unknown): ReportProblem['failure'] | undefined {
  if (error instanceof ReportProblem) return error.failure
  if (error instanceof pg.DatabaseError && error.code === diskFull) return 'disk_full'
  return undefined
}

/** PostgreSQL's code when it has no room to write. */
const diskFull = '53100'

async function write(house: ReportHouse, claimed: ClaimedReport): Promise<void> {
  const { databases, sources } = house
  const db = databases.provider
  const report = await stored(house, claimed)
  const actor = await reportOwner(db, report)
  if (!mayList(actor, report.type)) throw new ReportProblem('not_allowed')
  const source = sources[report.type]
  if (!source) throw new ReportProblem('filter_gone')
  const query = queryOf(source, report)
  const room = await roomIn(house, claimed)
  await begin(house, claimed, await expected(house, source, actor, query))
  const as_of = new Date()
  let rows = 0
  const file = await exportPieces(databases, source, actor, query, (count) => {
    rows += count
  })
  const looking = lookEachSecond(house, claimed, file, () => rows)
  const whole = await keepAll(house, claimed, file, room).finally(looking.end)
  await finish(house, claimed, { ...whole, rows, as_of })
}

type StoredReport = Awaited<ReturnType<typeof stored>>

async function stored({ databases }: ReportHouse, { merchant_id, id, lease }: ClaimedReport) {
  const found = await databases.provider
    .selectFrom('report')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst()
  if (!found) throw new Superseded()
  return found
}

/** A later version may have a filter or a column no more. */
function queryOf({ entity }: Source, { filters, columns, format }: StoredReport): ListQuery {
  try {
    // A CHECK of the table has the formats.
    return reportQuery(entity, { filters, columns, file_format: format as ExportFormat }).query
  } catch (error) {
    if (error instanceof Refusal) throw new ReportProblem('filter_gone')
    throw error
  }
}

/** The number of rows, for the progress, if it is counted quickly. */
async function expected(
  { databases, quickCount }: ReportHouse,
  source: Source,
  actor: Actor,
  query: ListQuery,
): Promise<number | null> {
  const counted = inTransaction(
    databases,
    actor,
    async (trx) => {
      await sql`select set_config('statement_timeout', ${String(countWithin_ms)}, true)`.execute(trx)
      return countOf(quickCount ? { quickCount } : {}, source, trx, actor, query)
    },
    { as: source.as },
  )
  return counted.catch(() => null)
}

interface FreeBytes {
  own: number
  ofAll: number
}

/** With its new file a merchant has no more than what is then left for the others, so that nobody takes what belongs to all. */
async function roomIn(
  { databases, mostBytes, mostBytesOfAll }: ReportHouse,
  { merchant_id }: ClaimedReport,
): Promise<FreeBytes> {
  const [own, all] = [await usedBytes(databases.provider, merchant_id), await usedBytes(databases.provider)]
  return { own: mostBytes - own, ofAll: (mostBytesOfAll - all - own) / 2 }
}

interface Kept {
  bytes: number
  sha256: string
}

/** Reads a file to its end and keeps it. One piece is sealed and kept while the next one is read. */
async function keepAll(house: ReportHouse, claimed: ClaimedReport, file: FilePieces, room: FreeBytes): Promise<Kept> {
  const hash = createHash('sha256')
  const of = fileOf(claimed)
  let bytes = 0
  let number = 0
  let keeping = Promise.resolve()
  const keep = async (piece: Buffer, isLast: boolean) => {
    await keeping
    keeping = keepPiece(house.databases.provider, house.masterKey, of, number, isLast, piece).catch(ofDeleted)
    // It is awaited before the next one; a failure meanwhile is not left without a listener.
    keeping.catch(() => {})
    number += 1
  }
  const waiting = new Pieces()
  for await (const content of file) {
    hash.update(content)
    bytes += content.length
    if (bytes > room.own) throw new ReportProblem('no_space')
    if (bytes > room.ofAll) throw new ReportProblem('no_space_for_all')
    // The last piece is known as such only at the end, so one is held back.
    for (const piece of waiting.add(content)) await keep(piece, false)
  }
  await keep(waiting.rest(), true)
  await keeping
  return { bytes, sha256: hash.digest('hex') }
}

/** A piece refers to its report, which may be cancelled and deleted while the piece is written. */
function ofDeleted(error: unknown): never {
  throw violatedConstraint(error) === 'report_piece_merchant_id_report_id_fkey' ? new Superseded() : error
}

const fileOf = ({ merchant_id, id, lease }: ClaimedReport): FileOf => ({
  ...{ merchant_id, report_id: id, file_id: lease },
})

/** Renews the lease also while no row comes, and ends the file with the lease. */
function lookEachSecond(house: ReportHouse, claimed: ClaimedReport, file: FilePieces, rows: () => number) {
  let looking = Promise.resolve()
  let isLooking = false
  const look = () => {
    if (isLooking) return
    isLooking = true
    looking = stillOurs(house, claimed, rows())
      .catch((error: Error) => file.abandon(error))
      .finally(() => {
        isLooking = false
      })
  }
  const timer = setInterval(look, look_ms)
  const end = async () => {
    clearInterval(timer)
    // A look that still goes on would come after the end of the report.
    await looking
  }
  return { end }
}

/** Tells how far the file is, and renews the lease. */
async function stillOurs(house: ReportHouse, claimed: ClaimedReport, rows: number): Promise<void> {
  if (house.stopping.aborted) throw new Superseded()
  const isOurs = await setOurs(house, claimed, { rows, lease_until: leaseEnd(house) })
  if (!isOurs) throw new Superseded()
}

async function begin(house: ReportHouse, claimed: ClaimedReport, rows_expected: number | null): Promise<void> {
  const news = { rows: 0, rows_expected, started_at: sql<string>`now()`, lease_until: leaseEnd(house) }
  if (!(await setOurs(house, claimed, news))) throw new Superseded()
}

async function finish(
  house: ReportHouse,
  claimed: ClaimedReport,
  { as_of, ...kept }: Kept & { rows: number; as_of: Date },
): Promise<void> {
  await end(house, claimed, {
    ...kept,
    as_of: as_of.toISOString(),
    ...{ status: 'PROCESSED', file_id: claimed.lease, lease: null, lease_until: null },
    finished_at: sql<string>`now()`,
    expires_at: sql<string>`now() + make_interval(days => ${reportLimits.kept_days})`,
  })
}

async function fail(house: ReportHouse, claimed: ClaimedReport, failure: string): Promise<void> {
  const over = { status: 'PROCESSED', lease: null, lease_until: null, finished_at: sql<string>`now()` }
  await end(house, claimed, { ...over, failure })
}

/** Ends the report, with what follows from it, if this process still has it. */
async function end(house: ReportHouse, claimed: ClaimedReport, values: Record<string, unknown>): Promise<void> {
  await house.databases.provider.transaction().execute(async (trx) => {
    if (await setOurs(house, claimed, values, trx)) await house.onEnd(trx, claimed)
  })
  house.nudgeMails()
}

/** Lets another process, or this one later, begin again. `isFree`: the try does not count. */
async function letGo(house: ReportHouse, claimed: ClaimedReport, pause_s: number, isFree: boolean): Promise<void> {
  await setOurs(house, claimed, {
    lease: null,
    lease_until: sql<string>`now() + make_interval(secs => ${pause_s})`,
    ...(isFree ? { tries: sql<number>`greatest(0, tries - 1)` } : {}),
  })
}

const leaseEnd = ({ lease_s }: ReportHouse) => sql<string>`now() + make_interval(secs => ${lease_s})`

/** Writes to the report if this process still has it. */
async function setOurs(
  { databases }: ReportHouse,
  { merchant_id, id, lease }: ClaimedReport,
  values: Record<string, unknown>,
  db: Reader = databases.provider,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report')
    .set(values)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes what tries wrote that are over and did not end the report. A try whose lease nobody took may go on. */
async function forgetPieces({ databases }: ReportHouse, { merchant_id, id }: ClaimedReport): Promise<void> {
  await sql`delete from report_piece p using report r
    where r.merchant_id = ${merchant_id} and r.id = ${id} and p.merchant_id = r.merchant_id and p.report_id = r.id
      and p.file_id is distinct from coalesce(r.file_id, r.lease)`.execute(databases.provider)
}
