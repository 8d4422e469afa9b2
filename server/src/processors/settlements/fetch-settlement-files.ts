import type { SettlementFetchProblem } from '@kontor/contract/processors/processor-settlement.rules'
import { sql } from 'kysely'
import { engineActor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction } from '../../platform/db/database.ts'
import type { PeriodicJob } from '../../platform/jobs/periodic.ts'
import { connectionOf, type GatewaySettings, openedCredential } from '../connections.ts'
import { type FetchedFile, FetchRefused, NotSent, OutcomeUnknown } from '../gateway.ts'
import { gatewayNamed } from '../gateways.ts'
import { keepSettlementFile } from './add-settlement-file.ts'
import { readLines } from './read-lines.ts'
import type { StoredProcessorSettlement } from './seen-processor-settlement.ts'
import { settlementsOf } from './settlement-opening.ts'

const minute_ms = 60_000
const hour_ms = 60 * minute_ms

interface House {
  readonly databases: Databases
  readonly gateways: GatewaySettings
  readonly onProblem: (problem: unknown) => void
}

/** Fetches files once a day and when the gateway announces one, an hour after a failure; and reads what a crash left unread. */
export function settlementFilesJob(house: House): PeriodicJob {
  return {
    name: 'settlement files',
    every_ms: minute_ms,
    async run(now) {
      await readWaiting(house)
      for (const settlement of await dueAt(house, now)) await fetchFiles(house, settlement, now)
    },
  }
}

async function readWaiting({ databases, gateways, onProblem }: House): Promise<void> {
  const waiting = await databases.provider
    .selectFrom('processor_settlement_file')
    .select(['merchant_id', 'id'])
    .where('status', '=', 'RECEIVED')
    .orderBy('received_at')
    .limit(100)
    .execute()
  // One that cannot be read for a fault of ours does not hold up the others.
  for (const file of waiting)
    await readLines({ databases, masterKey: gateways.masterKey }, file).catch((error: unknown) => onProblem(error))
}

const dueAt = ({ databases }: House, now: Date): Promise<Due[]> =>
  databases.provider
    .selectFrom('processor_settlement')
    .selectAll()
    .$narrowType<Pick<StoredProcessorSettlement, 'mode' | 'processor_settlement_type'>>()
    .where('active', '=', true)
    .where('processor_settlement_type', '=', 'API')
    .where('fetch_due_at', '<=', now.toISOString())
    .orderBy('fetch_due_at')
    .limit(100)
    .execute()

type Due = StoredProcessorSettlement

/** Files of a settlement in one run, so that one with many holds up no others. */
const mostFiles = 50

/** No transaction is open while the gateway is asked. Each file is kept and read before the next one is fetched. */
async function fetchFiles(house: House, settlement: Due, now: Date): Promise<void> {
  let problem = goesOn(settlement) ? settlement.fetch_problem : null
  let passed_batch = settlement.passed_batch
  let count = 0
  const before = await lastBatch(house, settlement)
  const late = await lateBatches(house, settlement, before)
  // Late ones that are missing are asked for again, and said, until they are there.
  const given: string[] = []
  try {
    for await (const file of filesAfter(house, settlement, before, late)) {
      if ('missed' in file) {
        problem = file.missed
        if (!late.includes(file.batch)) passed_batch = file.batch
      } else await keep(house, settlement, file, now)
      if (!('missed' in file && file.missed === 'file_missing')) given.push(file.batch)
      count += 1
      if (count === mostFiles) break
    }
  } catch (error) {
    problem = problemOf(error)
    house.onProblem(error)
  }
  // A run that came no further would be repeated without an end.
  const hasMore = count === mostFiles && (await lastBatch(house, { ...settlement, passed_batch })) !== before
  await noteFetch(house, settlement, { problem, passed_batch, given, hasMore, now })
}

/** What was wrong is said of all runs that follow one another without a pause. */
const goesOn = ({ fetched_at, fetch_due_at }: Due): boolean => fetched_at !== null && fetched_at === fetch_due_at

function problemOf(error: unknown): SettlementFetchProblem {
  if (error instanceof FetchRefused) return error.why
  return error instanceof OutcomeUnknown || error instanceof NotSent ? 'unreachable' : 'not_kept'
}

function filesAfter({ gateways }: House, settlement: Due, read: string | null, late: readonly string[]) {
  const { masterKey, timeout_ms } = gateways
  const credential = openedCredential(masterKey, settlement, settlement.credential)
  const connection = connectionOf(
    gatewayNamed(settlement.gateway),
    { url: settlement.url, mode: settlement.mode, credential },
    timeout_ms,
    () => {},
  )
  const { announced_batch: announced } = settlement
  const known = { ...(read !== null && { read }), ...(announced !== null && { announced }), late }
  return settlementsOf(settlement.gateway).fetch(connection, known)
}

async function keep({ databases, gateways }: House, settlement: Due, file: FetchedFile, now: Date): Promise<void> {
  const kept = await inTransaction(
    databases,
    engineActor(settlement.merchant_id, 'system'),
    (trx) => keepSettlementFile(trx, settlement, { ...file, uploaded_by: null, is_proof: true }, now),
    { as: 'provider' },
  )
  await readLines({ databases, masterKey: gateways.masterKey }, kept)
}

/** Fewer than a run takes, so that it comes to later ones too. */
const mostLate = 20

/** Batches that were announced late and are not here. One after the last is fetched in its turn. */
async function lateBatches(
  { databases }: House,
  { merchant_id, id, late_batches }: Due,
  read: string | null,
): Promise<string[]> {
  if (late_batches.length === 0) return []
  const { rows } = await sql<{ batch: string }>`
    select l.batch from unnest(${late_batches}::text[]) with ordinality as l(batch, place)
    where (${read}::bigint is null or l.batch::bigint <= ${read}::bigint) and not exists (
      select from processor_settlement_file f where f.merchant_id = ${merchant_id}
        and f.processor_settlement_id = ${id} and f.batch = l.batch and f.uploaded_by is null)
    order by l.place desc limit ${mostLate}`.execute(databases.provider)
  return rows.map(({ batch }) => batch)
}

/** The newest batch that was fetched, or passed because its file could not be kept. */
async function lastBatch(house: House, settlement: Due): Promise<string | null> {
  const newest = await newestBatch(house, settlement)
  const { passed_batch: passed } = settlement
  return passed !== null && Number(passed) > Number(newest ?? 0) ? passed : newest
}

/** Anybody can write any number into a file that is handed in: such a one only says where to begin. */
async function newestBatch({ databases }: House, { merchant_id, id }: Due): Promise<string | null> {
  const isNumber = sql`~ '^[0-9]{1,15}$'`
  const { rows } = await sql<{ batch: string | null }>`
    with file as (
      select * from processor_settlement_file where merchant_id = ${merchant_id} and processor_settlement_id = ${id})
    select coalesce(
      (select max(case when batch ${isNumber} then batch::bigint end) from file where uploaded_by is null),
      (select max(case when l.batch ${isNumber} then l.batch::bigint end) from file
        join processor_settlement_line l on l.merchant_id = file.merchant_id and l.file_id = file.id
        where file.uploaded_by is not null and file.status = 'READ' and l.problem is distinct from 'other_account')
    )::text as batch`.execute(databases.provider)
  return rows[0]?.batch ?? null
}

interface Looked {
  problem: string | null
  passed_batch: string | null
  /** Batches that were there. */
  given: string[]
  /** True: the run ended before the files did. */
  hasMore: boolean
  now: Date
}

/** An announcement that came meanwhile makes it due at once again. */
async function noteFetch(
  { databases }: House,
  { merchant_id, id, fetch_due_at }: Due,
  { problem, passed_batch, given, hasMore, now }: Looked,
): Promise<void> {
  const pause_ms = problem === null || problem.startsWith('file_') ? 24 * hour_ms : hour_ms
  const next = new Date(now.getTime() + (hasMore ? 0 : pause_ms)).toISOString()
  await databases.provider
    .updateTable('processor_settlement')
    .set({ fetched_at: now.toISOString(), fetch_problem: problem, passed_batch })
    .set({
      late_batches: sql<string[]>`array(
        select l.batch from unnest(late_batches) with ordinality as l(batch, place)
        where l.batch <> all(${given}::text[]) and not exists (
          select from processor_settlement_file f where f.merchant_id = ${merchant_id}
            and f.processor_settlement_id = ${id} and f.batch = l.batch and f.uploaded_by is null)
        order by l.place)`,
    })
    .set(({ eb }) => ({
      fetch_due_at: eb.case().when('fetch_due_at', '=', fetch_due_at).then(next).else(eb.ref('fetch_due_at')).end(),
    }))
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}
