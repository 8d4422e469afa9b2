import { movementsOf } from '@kontor/contract/reconciliation/movements.rules'
import { type DifferenceStatus, needsAnother } from '@kontor/contract/reconciliation/reconciliation.rules'
import { sql } from 'kysely'
import { book, type NewTransfer } from '../ledger/book.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import type { Decision, FoundDifference } from './decide-line.ts'
import type { MatchedFile } from './lines.ts'
import { arising, type DifferenceFacts } from './movements.ts'
import { passOnCosts } from './pass-on-costs.ts'

/**
 * Keeps what lines are of and how they differ, and books it on the first open day. A difference is booked under its own id; fees that
 * differ by less are booked under what they are of, and fees that pass costs on follow. Each line once: its row is unique.
 */
export async function writeDecisions(
  trx: Trx,
  file: MatchedFile,
  decisions: readonly Decision[],
  now: Date,
): Promise<void> {
  if (decisions.length === 0) return
  const found = decisions.flatMap((decision) =>
    decision.differences.map((difference) => ({
      decision,
      difference,
      facts: factsOf(file, decision, difference, now),
    })),
  )
  const transfers = [
    ...found.flatMap(({ facts }) => arising(facts)),
    ...decisions.flatMap((decision) => costOf(file, decision)),
  ]
  const day = await book(trx, transfers)
  await writeLines(trx, file, decisions, day)
  await writeDifferences(
    trx,
    file,
    day,
    found.map(({ decision, difference, facts }) => ({
      ...facts,
      ...{ file_id: file.id, line: decision.line.line, line_kind: decision.line.kind },
      subject_id: decision.ours?.subject_id ?? null,
      // What came late needs nobody.
      status: difference.type === 'LATE' ? 'LINKED' : 'OPEN',
    })),
    now,
  )
  await linkMissing(trx, file, decisions)
  await passOnCosts(
    trx,
    file.merchant_id,
    decisions.flatMap(({ ours, matched }) => (ours && matched !== 'TWICE' ? [ours.subject_id] : [])),
  )
}

const factsOf = (
  file: MatchedFile,
  { line, ours }: Decision,
  { type, said, expected, expected_currency_code }: FoundDifference,
  now: Date,
): DifferenceFacts => ({
  ...{ merchant_id: file.merchant_id, id: newId(now).id, type, said, expected, expected_currency_code },
  currency_code: line.currency_code,
  book_id: ours?.book_id ?? file.book_id,
  processor_id: ours?.processor_id ?? file.processors[0] ?? null,
  transaction_id: ours?.transaction_id ?? null,
})

function costOf(file: MatchedFile, { line, ours, cost_more }: Decision): NewTransfer[] {
  if (ours === null || cost_more === 0) return []
  return [
    {
      ...{ merchant_id: file.merchant_id, book_id: ours.book_id, currency_code: line.currency_code },
      ...{ kind: cost_more > 0 ? 'cost_more' : 'cost_less', amount: Math.abs(cost_more), available: 'never' },
      ...{ subject_id: ours.subject_id, transaction_id: ours.transaction_id },
      ...(ours.processor_id !== null && { sub_id: ours.processor_id }),
    },
  ]
}

async function writeLines(trx: Trx, file: MatchedFile, decisions: readonly Decision[], day: string): Promise<void> {
  const rows = decisions.map(({ line, matched, ours, expected_cost, passed }) => ({
    ...{ line: line.line, kind: line.kind, matched, currency_code: line.currency_code, expected_cost },
    // In another currency nothing is compared.
    charged_cost: matched !== 'TWICE' && line.currency_code === ours?.currency_code ? line.charged : null,
    subject_id: ours?.subject_id ?? null,
    transaction_id: ours?.transaction_id ?? null,
    scheme_line: ours?.scheme_line ?? null,
    interchange: passed?.interchange ?? null,
    scheme_fees: passed?.scheme_fees ?? null,
  }))
  await sql`
    insert into reconciled_line (merchant_id, file_id, line, kind, matched, subject_id, transaction_id, decided_on, currency_code,
      expected_cost, charged_cost, scheme_line, interchange, scheme_fees)
    select ${file.merchant_id}, ${file.id}, x.line, x.kind, x.matched, x.subject_id, x.transaction_id, ${day}::date, x.currency_code,
      x.expected_cost, x.charged_cost, x.scheme_line, x.interchange, x.scheme_fees
    from json_to_recordset(${JSON.stringify(rows)}) as x(line int, kind text, matched text, subject_id uuid, transaction_id uuid,
      currency_code text, expected_cost bigint, charged_cost bigint, scheme_line int, interchange bigint, scheme_fees bigint)
    -- What a person says of a line that is decided.
    on conflict (merchant_id, file_id, line) do update set matched = excluded.matched, subject_id = excluded.subject_id,
      transaction_id = excluded.transaction_id, expected_cost = excluded.expected_cost, charged_cost = excluded.charged_cost,
      scheme_line = excluded.scheme_line, interchange = excluded.interchange, scheme_fees = excluded.scheme_fees
      where reconciled_line.matched = 'NONE' and excluded.matched = 'HAND'`.execute(trx)
}

export interface NewDifference extends DifferenceFacts {
  /** Null: it is of no line. */
  file_id: string | null
  line: number | null
  line_kind: string
  subject_id: string | null
  status: DifferenceStatus
}

/** Keeps differences that are booked. What is listed as missing is listed once. */
export async function writeDifferences(
  trx: Trx,
  { merchant_id, processor_settlement_id }: Pick<MatchedFile, 'merchant_id' | 'processor_settlement_id'>,
  day: string,
  differences: readonly NewDifference[],
  now: Date,
): Promise<void> {
  if (differences.length === 0) return
  const rows = differences.map((each) => ({
    ...each,
    needs_another: needsAnother(movementsOf(each)),
  }))
  await sql`
    insert into reconciliation_difference (merchant_id, id, created_at, processor_settlement_id, type, file_id, line, line_kind,
      subject_id, transaction_id, book_id, processor_id, said, currency_code, expected, expected_currency_code, booked_on, status,
      needs_another)
    select ${merchant_id}, x.id, ${now.toISOString()}, ${processor_settlement_id}, x.type, x.file_id, x.line, x.line_kind,
      x.subject_id, x.transaction_id, x.book_id, x.processor_id, x.said, x.currency_code, x.expected, x.expected_currency_code,
      ${day}::date, x.status, x.needs_another
    from json_to_recordset(${JSON.stringify(rows)}) as x(id uuid, type text, file_id uuid, line int, line_kind text, subject_id uuid,
      transaction_id uuid, book_id uuid, processor_id uuid, said bigint, currency_code text, expected bigint,
      expected_currency_code text, status text, needs_another boolean)
    on conflict (merchant_id, subject_id, line_kind) where type = 'MISSING' do nothing`.execute(trx)
}

/** What was listed as missing has come. */
async function linkMissing(trx: Trx, { merchant_id }: MatchedFile, decisions: readonly Decision[]): Promise<void> {
  const came = decisions.flatMap(({ line, ours }) =>
    ours?.missing === 'OPEN' || ours?.missing === 'CLAIMED' ? [{ subject_id: ours.subject_id, kind: line.kind }] : [],
  )
  if (came.length === 0) return
  await sql`
    update reconciliation_difference d set status = 'LINKED'
    from json_to_recordset(${JSON.stringify(came)}) as x(subject_id uuid, kind text)
    where d.merchant_id = ${merchant_id} and d.subject_id = x.subject_id and d.line_kind = x.kind and d.type = 'MISSING'
      and d.status in ('OPEN', 'CLAIMED')`.execute(trx)
}
