import { largestPaymentEver } from '@kontor/contract/money'
import { fuzzyDays } from '@kontor/contract/reconciliation/reconciliation.rules'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../platform/db/database.ts'
import { dayOf } from '../pricing/business-days.ts'
import { numbersOf } from '../pricing/kind-numbers.ts'
import type { Line, Ours } from './decide-line.ts'

/** A file that is being matched. */
export interface MatchedFile {
  merchant_id: string
  id: string
  processor_settlement_id: string
  /** The processors of the account whose settlement it is. */
  processors: readonly string[]
  /** The merchant's default book, for what is of nothing in our books. */
  book_id: string
  /** Until this business day is closed, lines of payments that are not booked yet wait. */
  waits_until: string
}

/** What a line may be of. */
export interface Pair {
  line: number
  subject_id: string
  transaction_id: string
}

const undecided = ({ merchant_id, id }: MatchedFile): RawBuilder<unknown> => sql`
  select l.* from processor_settlement_line l
  where l.merchant_id = ${merchant_id} and l.file_id = ${id} and not exists (
    select from reconciled_line r where r.merchant_id = l.merchant_id and r.file_id = l.file_id and r.line = l.line)`

const ofProcessor = (column: string, { processors }: MatchedFile) =>
  sql`${sql.ref(column)} = any(${processors}::uuid[])`

/** True when a line of some file is of this already; what TWICE and NONE say takes nothing. In the words of an index. */
export const isTaken = (merchant: string, subject: string, kind: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  exists (select from reconciled_line r where r.merchant_id = ${sql.ref(merchant)} and r.subject_id = ${sql.ref(subject)}
    and r.kind = ${kind} and r.matched in ('EXACT', 'FUZZY', 'HAND'))`

/** Lines that name an order of ours, or have the gateway's id of a refund or chargeback. In their order, after a line. */
export async function namedPairs(trx: Trx, file: MatchedFile, after: number, most: number): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    with line as (${undecided(file)} and l.line > ${after} and l.problem is null)
    select * from (
      select l.line, l.transaction_id as subject_id, l.transaction_id from line l
        where l.kind in ('payment', 'correction') and l.transaction_id is not null
      union all
      select l.line, r.id, r.transaction_id from line l
        join refund r on r.merchant_id = l.merchant_id and r.transaction_id = l.transaction_id and r.id = l.refund_id
        where l.kind in ('refund', 'refund_reversed')
      union all
      select l.line, r.id, r.transaction_id from line l
        join refund r on r.processor_id_external = l.gateway_reference and r.merchant_id = l.merchant_id and ${ofProcessor('r.processor_id', file)}
        where l.kind in ('refund', 'refund_reversed') and l.refund_id is null
      union all
      select l.line, c.id, c.transaction_id from line l
        join lateral (select c.id, c.transaction_id from chargeback c
          where c.merchant_id = l.merchant_id and c.processor_id_external = l.gateway_reference and ${ofProcessor('c.processor_id', file)}
          union all
          select c.id, c.transaction_id from chargeback c
          where c.merchant_id = l.merchant_id and c.transaction_id = l.transaction_id
            and not exists (select from chargeback o where o.merchant_id = c.merchant_id and o.transaction_id = c.transaction_id
              and o.id <> c.id)
          limit 1) c on true
        where l.kind in ('chargeback', 'chargeback_reversed')) pair
    order by line limit ${most}`.execute(trx)
  return rows
}

/**
 * Payments of which a line has the gateway's id alone, of the next lines after one, and the last of these lines; undefined: there are
 * no more. The gateway settles payments within this time.
 */
export async function externalPairs(
  trx: Trx,
  file: MatchedFile,
  after: number,
  most: number,
): Promise<{ pairs: Pair[]; last: number | undefined }> {
  const { rows } = await sql<Pair | (Pick<Pair, 'line'> & { subject_id: null })>`
    with line as materialized (${undecided(file)} and l.line > ${after} and l.kind = 'payment' and l.transaction_id is null
      and l.problem is null and l.gateway_payment is not null and l.booked_at is not null order by l.line limit ${most}),
    span as (select min(booked_at) - interval '60 days' as first, max(booked_at) + interval '1 day' as last from line)
    select l.line, t.id as subject_id, t.id as transaction_id
    from line l cross join span left join transaction t on t.merchant_id = l.merchant_id
      and t.processor_id_external = l.gateway_payment and t.created_at between span.first and span.last
      and ${ofProcessor('t.processor_id', file)}
    order by l.line`.execute(trx)
  return { pairs: rows.filter((row) => row.subject_id !== null), last: rows.at(-1)?.line }
}

/**
 * Lines of a payment that have only the merchant's reference, with the amount, the currency and about the day, and only where it is
 * the one candidate on both sides.
 */
export async function fuzzyPairs(trx: Trx, file: MatchedFile): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    with line as materialized (${undecided(file)} and l.kind = 'payment' and l.transaction_id is null and l.problem is null
      and l.reference is not null and l.booked_at is not null and l.gross > 0),
    candidate as (
      select l.line, t.id, count(*) over (partition by l.line) as of_line, count(*) over (partition by t.id) as of_payment
      from line l join transaction t on t.merchant_reference = l.reference and t.merchant_id = l.merchant_id
          and t.currency_code = l.currency_code and ${ofProcessor('t.processor_id', file)}
        join lateral (select sum(o.amount)::bigint as amount, min(o.business_day) as day from ledger_transfer o
          where o.merchant_id = t.merchant_id and o.transaction_id = t.id and o.subject_id = t.id
            and o.kind = ${numbersOf('capture')}) o
          on o.amount = l.gross and abs(o.day - ${dayOf('l.booked_at')}) <= ${fuzzyDays}
      where not ${isTaken('t.merchant_id', 't.id', sql.lit('payment'))})
    select line, id as subject_id, id as transaction_id from candidate where of_line = 1 and of_payment = 1 order by line`.execute(
    trx,
  )
  return rows
}

/** The lines that are left, in their order, after a line. */
export async function otherLines(trx: Trx, file: MatchedFile, after: number, most: number): Promise<Line[]> {
  const { rows } = await sql<Line>`
    with line as (${undecided(file)} and l.line > ${after})
    select ${lineFields} from line l order by l.line limit ${most}`.execute(trx)
  return rows
}

const charged = sql`(l.interchange + l.scheme_fees + l.markup + l.commission)`
// Each of the fees fits a number; together they may not.
const lineFields = sql`l.line, l.kind, l.currency_code, l.gross, l.net,
  case when abs(${charged}) <= ${Number.MAX_SAFE_INTEGER} then ${charged} end as charged,
  l.interchange, l.scheme_fees, l.commission, l.problem, l.transaction_id,
  coalesce(coalesce(l.transaction_created_at, l.booked_at) < (select counts_from from ledger_day), false) as is_before`

/** The pairs of which something is booked, with it. A pair that a person chose may be of a line that is decided. */
export async function withOurs(
  trx: Trx,
  file: MatchedFile,
  pairs: readonly Pair[],
): Promise<{ line: Line; ours: Ours }[]> {
  const { rows } = await sql<Line & OursRow>`
    with pair as (select * from json_to_recordset(${JSON.stringify(pairs)}) as x(line int, subject_id uuid, transaction_id uuid)),
    booked_as(kind, booked, sign) as (values ('payment', 1, 1), ('correction', 32, -1), ('refund', 7, -1), ('refund_reversed', 33, 1),
      ('chargeback', 8, -1), ('chargeback_reversed', 9, 1))
    select ${lineFields}, p.subject_id, p.transaction_id as of_transaction, o.book_id, o.processor_id, k.sign * o.amount as our_amount,
      o.currency_code as our_currency_code, c.amount as cost, c.scheme_line, m.status as missing,
      ${isTaken('l.merchant_id', 'p.subject_id', sql.ref('l.kind'))} as is_taken
    from pair p
      join processor_settlement_line l on l.merchant_id = ${file.merchant_id} and l.file_id = ${file.id} and l.line = p.line
      join booked_as k on k.kind = l.kind
      cross join lateral (
        select sum(t.amount)::bigint as amount, min(t.currency_code) as currency_code,
          (array_agg(t.book_id order by t.seq desc))[1] as book_id, (array_agg(t.sub_id order by t.seq desc))[1] as processor_id
        from ledger_transfer t
        where t.merchant_id = l.merchant_id and t.transaction_id = p.transaction_id and t.subject_id = p.subject_id
          and t.kind = k.booked and ${ofProcessor('t.sub_id', file)}) o
      cross join lateral (
        select sum(t.amount)::bigint as amount, max(t.scheme_line) as scheme_line from ledger_transfer t
        where t.merchant_id = l.merchant_id and t.transaction_id = p.transaction_id and t.subject_id = p.subject_id
          and t.kind = ${numbersOf('cost_expected')} and k.booked in (${numbersOf('capture', 'refund', 'chargeback')})) c
      left join reconciliation_difference m on m.merchant_id = l.merchant_id and m.subject_id = p.subject_id and m.line_kind = l.kind
        and m.type = 'MISSING'
    where o.amount is not null and abs(l.gross) <= ${largestPaymentEver} and abs(l.net) <= ${largestPaymentEver}
      and abs(${charged}) <= ${largestPaymentEver}
    order by p.line`.execute(trx)
  return rows.map(oursOf)
}

interface OursRow {
  subject_id: string
  of_transaction: string
  book_id: string
  processor_id: string | null
  our_amount: number
  our_currency_code: string
  cost: number | null
  scheme_line: number | null
  missing: Ours['missing']
  is_taken: boolean
}

const oursOf = ({
  subject_id,
  of_transaction,
  book_id,
  processor_id,
  our_amount,
  our_currency_code,
  cost,
  scheme_line,
  missing,
  is_taken,
  ...line
}: Line & OursRow): { line: Line; ours: Ours } => ({
  line,
  ours: {
    ...{ subject_id, transaction_id: of_transaction, book_id, processor_id, amount: our_amount },
    ...{ currency_code: our_currency_code, cost, scheme_line, missing, is_taken },
  },
})
