import { sql } from 'kysely'
import { engineActor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction, type Trx } from '../../platform/db/database.ts'
import type { PeriodicJob } from '../../platform/jobs/periodic.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Contradiction } from '../contradictions/contradiction.ts'
import { orderKind } from '../outbox/operation.ts'
import { applyNotification } from './apply-notification.ts'

interface House {
  readonly databases: Databases
  /** The engine's time. */
  readonly clock: Clock
  readonly onContradiction: (contradiction: Contradiction) => void
  readonly onProblem: (problem: unknown) => void
}

/**
 * A line of a settlement that shows that an order was carried out, of which we do not know the outcome or have another one, or
 * that a payment which was taken is paid out, is applied as a notification of its processor (docs/adr/0093). Each line once, in
 * a transaction of its own.
 */
export function settlementProofsJob(house: House): PeriodicJob {
  let after: Place | undefined
  return {
    name: 'settlement proofs',
    every_ms: 60_000,
    async run() {
      await eachOfOpenOrders(house)
      after = await eachUncompared(house, after)
    },
  }
}

/** Goes on after the last line, so that lines that fail every time hold up no others. */
async function eachOfOpenOrders(house: House): Promise<void> {
  let page = await linesOfOpenOrders(house)
  for (;;) {
    for (const line of page) await tryToProve(house, line)
    const last = page.at(-1)
    if (!last || page.length < together) return
    page = await linesOfOpenOrders(house, last)
  }
}

/** Files and lines of one run, so that many old files, or a large one, hold up nothing else. */
const mostOfRun = 2_000

/** Where a run ended. `line`: in this file, after this line; absent: after the file. */
interface Place {
  file: File
  line?: Taken
}

/** Goes on where the run before ended, so that what fails every time holds up no others. Undefined: all were looked at. */
async function eachUncompared(house: House, begin?: Place): Promise<Place | undefined> {
  let place = begin
  for (let left = mostOfRun; left > 0; ) {
    const [file]: File[] = place?.line ? [place.file] : await uncompared(house, place?.file)
    if (!file) return undefined
    const { count, line }: Compared = await compare(house, file, left, place?.line)
    left -= count
    place = { file, ...(line && { line }) }
  }
  return place
}

interface Compared {
  count: number
  /** The last one, when there are more. */
  line?: Taken
}

/** A file with a line that could not be compared, or with more lines than a run takes, is compared once more. */
async function compare(house: House, file: File, most: number, begin?: Taken): Promise<Compared> {
  let count = 1
  let isWhole = begin === undefined
  const tryAll = async (page: readonly Line[]) => {
    for (const line of page) if (!(await tryToProve(house, line))) isWhole = false
    count += page.length
  }
  if (!begin) await tryAll(await linesAgainstUs(house, file))
  for (let after = begin; ; ) {
    const page: Taken[] = await linesOfTaken(house, file, after)
    await tryAll(page)
    after = page.at(-1)
    if (!after || page.length < together) break
    if (count >= most) return { count, line: after }
  }
  if (isWhole) await noteCompared(house, file)
  return { count }
}

interface File {
  merchant_id: string
  id: string
}

interface Line {
  merchant_id: string
  file_id: string
  line: number
  settlement: string
  order_id: string
  topic: 'processor.authorize' | 'processor.capture' | 'processor.refund'
  amount: number
  amount_currency_code: string
  gateway_reference: string | null
  gateway_payment: string
}

/** Lines of payments of which the processor is known come first. */
interface Taken extends Line {
  is_unknown: boolean
}

const together = 200

const lineFields = sql`l.merchant_id, l.file_id, l.line, f.processor_settlement_id as settlement, l.order_id, o.topic, l.amount,
    l.amount_currency_code, l.gateway_reference, l.gateway_payment`
const linesFrom = sql`
  from processor_settlement_line l
  join processor_settlement_file f on f.merchant_id = l.merchant_id and f.id = l.file_id
  join processor_settlement s on s.merchant_id = f.merchant_id and s.id = f.processor_settlement_id
  join outbox o on o.merchant_id = l.merchant_id and o.id = l.order_id`
const lines = sql`select ${lineFields} ${linesFrom}`
/** A capture or refund that failed afterwards is undone by other reports. */
const isProof = sql`s.account is not null and f.is_proof and f.status = 'READ' and l.said is null and l.problem is null and l.amount is not null
  and l.gateway_payment is not null and (l.kind = 'payment' and o.topic in ('processor.authorize', 'processor.capture')
    or l.kind = 'refund' and o.topic = 'processor.refund')`

async function linesOfOpenOrders({ databases }: House, after?: Line): Promise<Line[]> {
  const further =
    after && sql`and (l.merchant_id, l.file_id, l.line) > (${after.merchant_id}, ${after.file_id}, ${after.line})`
  const { rows } = await sql<Line>`${lines}
    where o.done_at is null and ${isProof} ${further ?? sql``}
    order by l.merchant_id, l.file_id, l.line limit ${together}`.execute(databases.provider)
  return rows
}

async function uncompared({ databases }: House, after?: File): Promise<File[]> {
  const further = after && sql`and (f.merchant_id, f.id) > (${after.merchant_id}, ${after.id})`
  const { rows } = await sql<File>`
    select f.merchant_id, f.id from processor_settlement_file f
    join processor_settlement s on s.merchant_id = f.merchant_id and s.id = f.processor_settlement_id
    where f.status = 'READ' and f.is_proof and f.compared_at is null and s.account is not null ${further ?? sql``}
    order by f.merchant_id, f.id limit 1`.execute(databases.provider)
  return rows
}

/** Lines of payments and refunds that ended without the money, as far as we know. */
async function linesAgainstUs({ databases }: House, { merchant_id, id }: File): Promise<Line[]> {
  const { rows } = await sql<Line>`${lines}
    join transaction t on t.merchant_id = l.merchant_id and t.created_at = l.transaction_created_at
      and t.id = l.transaction_id
    left join refund r on r.merchant_id = l.merchant_id and r.transaction_id = l.transaction_id and r.id = l.refund_id
    where l.merchant_id = ${merchant_id} and l.file_id = ${id} and ${isProof}
      and (l.kind = 'refund' and r.status in ('FAILED', 'CANCELLED') or l.kind = 'payment'
        and t.status in ('DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED', 'AUTHORIZATION_VOIDED'))`.execute(
    databases.provider,
  )
  return rows
}

/**
 * Lines of payments that were taken and are not known to be paid out. Only those of the whole amount say so: what a payment
 * settles in parts is not put together here.
 */
async function linesOfTaken({ databases }: House, { merchant_id, id }: File, after?: Taken): Promise<Taken[]> {
  const further = after && sql`and (p.id is null, l.line) > (${after.is_unknown}, ${after.line})`
  const { rows } = await sql<Taken>`select ${lineFields}, p.id is null as is_unknown ${linesFrom}
    join transaction t on t.merchant_id = l.merchant_id and t.created_at = l.transaction_created_at
      and t.id = l.transaction_id
    left join processor p on p.merchant_id = t.merchant_id and p.id = t.processor_id and p.account = s.account
    where l.merchant_id = ${merchant_id} and l.file_id = ${id} and ${isProof}
      and l.kind = 'payment' and o.done_at is not null and t.status = 'SETTLEMENT_REQUESTED'
      and l.amount = t.captured_amount and l.amount_currency_code = t.currency_code
      and (o.topic = 'processor.capture' or l.amount = t.amount) ${further ?? sql``}
    order by p.id is null, l.line limit ${together}`.execute(databases.provider)
  return rows
}

/** A file that is being read once more is compared after that. */
const noteCompared = ({ databases, clock }: House, { merchant_id, id }: File) =>
  sql`
    update processor_settlement_file set compared_at = ${clock.now().toISOString()}
    where (merchant_id, id) in (
      select f.merchant_id, f.id from processor_settlement_file f
      where f.merchant_id = ${merchant_id} and f.id = ${id} and f.status = 'READ'
      for no key update skip locked)`.execute(databases.provider)

/** False: nothing was learnt of the line yet. */
async function tryToProve(house: House, line: Line): Promise<boolean> {
  try {
    return await prove(house, line)
  } catch (error) {
    house.onProblem(error)
    return false
  }
}

async function prove({ databases, clock, onContradiction }: House, line: Line): Promise<boolean> {
  const proved = await inTransaction(databases, engineActor(line.merchant_id, 'processor'), async (trx) => {
    if (!(await holdFile(trx, line))) return undefined
    const { known, unknown } = await processorsOfAccount(trx, line)
    const [first, ...others] = known
    // The rows of the payment are locked before the line: two processes at once would otherwise wait for each other.
    const applied =
      first === undefined
        ? { result: 'not_ours' as const }
        : await applyNotification(
            trx,
            { merchant: line.merchant_id, processors: [first, ...others], notification: told(line) },
            clock.now(),
          )
    // It may be of the processor that has not said yet whose account it is.
    if (applied.result === 'not_ours' && unknown.length > 0) return undefined
    await sql`
      update processor_settlement_line set said = ${applied.result}
      where merchant_id = ${line.merchant_id} and file_id = ${line.file_id} and line = ${line.line}`.execute(trx)
    return applied
  })
  if (proved && 'contradiction' in proved && proved.contradiction) onContradiction(proved.contradiction)
  return proved !== undefined
}

/** Keeps the file as it is. False: it is being read once more, or was, and the line is left for the next run. */
async function holdFile(trx: Trx, { merchant_id, file_id, line, order_id }: Line): Promise<boolean> {
  const { rows: held } = await sql`
    select 1 from processor_settlement_file f where f.merchant_id = ${merchant_id} and f.id = ${file_id}
      and f.status = 'READ' for share skip locked`.execute(trx)
  if (held.length === 0) return false
  const { rows } = await sql`
    select 1 from processor_settlement_line l where l.merchant_id = ${merchant_id} and l.file_id = ${file_id}
      and l.line = ${line} and l.order_id = ${order_id}`.execute(trx)
  return rows.length > 0
}

function told(line: Line) {
  const { order_id, amount, amount_currency_code: currency_code, gateway_payment: payment_id } = line
  const operation = orderKind(line)
  // A file may name a capture by another id than its reports do.
  const id = operation === 'capture' ? '' : (line.gateway_reference ?? '')
  const status = operation === 'refund' ? ('REFUNDED' as const) : ('SETTLED' as const)
  return {
    id: `settlement:${line.file_id}:${line.line}`,
    about: 'operation' as const,
    report: {
      ...{ reference: order_id, operation, payment_id, id },
      ...{ money: { amount, currency_code }, outcome: { is: 'done' as const, status } },
    },
  }
}

/**
 * The processors of the account whose settlement it is: the gateway gave both the same name. Those whose account is not known
 * yet may be of it.
 */
async function processorsOfAccount(trx: Trx, { merchant_id, settlement }: Line) {
  const { rows } = await sql<{ id: string; is_known: boolean }>`
    select p.id, p.account is not null as is_known from processor_settlement s
    join processor p on p.merchant_id = s.merchant_id and p.gateway = s.gateway and p.mode = s.mode
      and (p.account = s.account or p.account is null) and p.url is not distinct from s.url
    where s.merchant_id = ${merchant_id} and s.id = ${settlement} order by p.id`.execute(trx)
  const idsOf = (is_known: boolean) => rows.filter((each) => each.is_known === is_known).map(({ id }) => id)
  return { known: idsOf(true), unknown: idsOf(false) }
}
