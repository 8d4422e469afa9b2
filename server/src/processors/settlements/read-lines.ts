import { sql } from 'kysely'
import { engineActor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction, type Trx } from '../../platform/db/database.ts'
import { instantIn } from '../../platform/db/ids.ts'
import { maskedForms } from '../../platform/secrets/secret-forms.ts'
import { openedCredential } from '../connections.ts'
import { FileUnreadable, type SettledAmounts, type SettlementLine, type Settlements } from '../gateway.ts'
import { settlementsOf } from './settlement-opening.ts'

interface House {
  readonly databases: Databases
  readonly masterKey: string
}

interface File {
  merchant_id: string
  id: string
}

/**
 * Reads the lines of a file that waits, all in one transaction: a file that ends in the middle or has a damaged line leaves none. What
 * cannot be read is said at the file. Two at once read it once.
 */
export async function readLines({ databases, masterKey }: House, file: File): Promise<void> {
  const within = <T>(work: (trx: Trx) => Promise<T>) =>
    inTransaction(databases, engineActor(file.merchant_id, 'system'), work, { as: 'provider' })
  try {
    await within(async (trx) => {
      const found = await lockUnread(trx, file)
      if (found) await replaceLines(trx, found, openedCredential(masterKey, found.settlement, found.credential))
    })
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error
    const { why, line = null, column = null } = error
    await within((trx) => fail(trx, file, { why, line, column }))
  }
}

async function lockUnread(trx: Trx, { merchant_id, id }: File) {
  const found = await trx
    .selectFrom('processor_settlement_file as file')
    .innerJoin('processor_settlement as settlement', (join) =>
      join
        .onRef('settlement.merchant_id', '=', 'file.merchant_id')
        .onRef('settlement.id', '=', 'file.processor_settlement_id'),
    )
    .select(['file.merchant_id', 'file.id', 'file.content', 'settlement.gateway', 'settlement.credential'])
    .select('settlement.id as settlement_id')
    .where('file.merchant_id', '=', merchant_id)
    .where('file.id', '=', id)
    .where('file.status', '=', 'RECEIVED')
    .forUpdate('file')
    .executeTakeFirst()
  return found && { ...found, settlement: { merchant_id, id: found.settlement_id } }
}

type Unread = NonNullable<Awaited<ReturnType<typeof lockUnread>>>

const together = 500
/** Lines that are not understood keep their own words, which the file has as well: so many are enough to see why. */
const mostWithWords = 1_000

async function replaceLines(trx: Trx, file: Unread, credential: Record<string, string>): Promise<void> {
  const { merchant_id, id } = file
  // What was read before may be booked, and its lines stay what they were.
  const { numDeletedRows: before } = await removeLines(trx, file)
  let group: (ReturnType<typeof rowOf> & { source: string })[] = []
  let unclear = 0
  const settlements = settlementsOf(file.gateway)
  for await (const line of settlements.read(file.content, credential)) {
    const damage = before === 0n ? damageOf(line, settlements) : undefined
    if (damage) throw new FileUnreadable(damage, { line: line.line })
    if (line.problem !== undefined) unclear += 1
    const keepsWords = line.problem !== undefined && unclear <= mostWithWords
    group.push({ ...rowOf(file, line), source: JSON.stringify(keepsWords ? maskedWords(line.source) : {}) })
    if (group.length < together) continue
    await trx.insertInto('processor_settlement_line').values(group).execute()
    group = []
  }
  if (group.length > 0) await trx.insertInto('processor_settlement_line').values(group).execute()
  await findWhatTheyAreOf(trx, file)
  await sumUp(trx, { merchant_id, id })
}

/**
 * What is wrong with the amounts of a line. The gateway wrote no such line: it is damaged, and nobody knows what else of its file is.
 * A payout that is not the sum of its lines is whole itself: the gateway may not say all that it consists of (docs/adr/0168).
 */
export function damageOf({ problem, kind, amounts }: SettlementLine, { madeOfAnswers }: Settlements) {
  if (problem === 'amount_unreadable') return madeOfAnswers ? undefined : problem
  if (problem === 'currency_unknown') return problem
  if (problem !== 'does_not_add_up' || (kind === 'payout' && amounts && addsUp(amounts))) return undefined
  return problem
}

const addsUp = ({ gross, net, interchange, scheme_fees, markup, commission }: SettledAmounts): boolean =>
  gross === net + interchange + scheme_fees + markup + commission

const removeLines = (trx: Trx, { merchant_id, id }: File) =>
  trx
    .deleteFrom('processor_settlement_line')
    .where('merchant_id', '=', merchant_id)
    .where('file_id', '=', id)
    .executeTakeFirst()

function rowOf({ merchant_id, id }: File, line: SettlementLine) {
  const { kind, type, reference, booked_at, batch, currency_code, amounts, money, problem } = line
  return {
    ...{ merchant_id, file_id: id, line: line.line, kind, type: shortened(maskedForms(type), 100) },
    reference: reference === undefined ? null : shortened(maskedForms(reference), 255),
    // A line of another account is not ours, also when its reference is one of ours.
    order_id:
      problem !== 'other_account' && isOurForm.test(reference ?? '') ? (reference?.toLowerCase() ?? null) : null,
    gateway_reference: line.id === undefined ? null : shortened(line.id, 255),
    gateway_payment: line.payment_id === undefined ? null : shortened(line.payment_id, 255),
    ...{ booked_at: booked_at ?? null, batch: batch === undefined ? null : shortened(maskedForms(batch), 100) },
    currency_code: shortened(currency_code, 10),
    ...(amounts ?? noAmounts),
    ...{ amount: money?.amount ?? null, amount_currency_code: money?.currency_code ?? null },
    problem: problem ?? null,
  }
}

const isOurForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const noAmounts = { gross: null, net: null, interchange: null, scheme_fees: null, markup: null, commission: null }
// PostgreSQL stores no NUL.
const shortened = (text: string, most: number) =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, most)
const maskedWords = (source: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(source).map(([name, text]) => [
      shortened(maskedForms(name), 100),
      shortened(maskedForms(text), 300),
    ]),
  )

/** Finds orders by their reference. Payments from before the outbox have no job: theirs is the payment's id, with its time. */
async function findWhatTheyAreOf(trx: Trx, { merchant_id, id }: File): Promise<void> {
  await sql`
    update processor_settlement_line l
    set transaction_created_at = o.transaction_created_at, transaction_id = o.transaction_id, refund_id = o.refund_id
    from outbox o
    where l.merchant_id = ${merchant_id} and l.file_id = ${id} and l.order_id is not null
      and o.merchant_id = l.merchant_id and o.id = l.order_id and o.transaction_id is not null`.execute(trx)
  await sql`
    update processor_settlement_line l
    set transaction_created_at = t.created_at, transaction_id = t.id
    from transaction t
    where l.merchant_id = ${merchant_id} and l.file_id = ${id} and l.order_id is not null and l.transaction_id is null
      and t.merchant_id = l.merchant_id and t.id = l.order_id and t.created_at = ${instantIn('l.order_id')}`.execute(
    trx,
  )
}

/** What is paid out, and what moves between accounts, is the rest of the others. */
const sumUp = (trx: Trx, { merchant_id, id }: File) =>
  sql`
    with line as (select * from processor_settlement_line where merchant_id = ${merchant_id} and file_id = ${id}),
    total as (
      select currency_code, sum(gross)::text as gross, sum(gross - net)::text as fees, sum(net)::text as net from line
      where gross is not null and problem is distinct from 'other_account' and kind not in ('payout', 'transfer')
      group by currency_code order by currency_code limit 50),
    facts as (
      select count(*)::int as lines, count(problem)::int as unclear, min(booked_at) as since, max(booked_at) as until,
        min(batch) as batch from line)
    update processor_settlement_file f set status = 'READ', lines = facts.lines, unclear_lines = facts.unclear,
      period_from = facts.since, period_to = facts.until,
      batch = case when f.uploaded_by is null then coalesce(f.batch, facts.batch) else facts.batch end,
      totals = coalesce((select jsonb_agg(to_jsonb(total)) from total), '[]')
    from facts where f.merchant_id = ${merchant_id} and f.id = ${id}`.execute(trx)

async function fail(
  trx: Trx,
  file: File,
  { why, line, column }: { why: string; line: number | null; column: string | null },
): Promise<void> {
  await trx
    .updateTable('processor_settlement_file')
    .set({
      status: 'FAILED',
      failed_why: why,
      failed_line: line,
      failed_column: column === null ? null : shortened(maskedForms(column), 100),
    })
    .set({ lines: 0, unclear_lines: 0, totals: '[]' })
    .where('merchant_id', '=', file.merchant_id)
    .where('id', '=', file.id)
    .where('status', '=', 'RECEIVED')
    .execute()
  await removeLines(trx, file)
}
