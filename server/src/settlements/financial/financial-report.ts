import { plusDays } from '@kontor/contract/dates'
import type { ReadQuery, ReplyOf } from '@kontor/contract/endpoint'
import {
  type LedgerCode,
  type LedgerKind,
  ledgerKinds,
  merchantCodes,
  payableSign,
} from '@kontor/contract/ledger/ledger.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { financialReportEndpoint } from '@kontor/contract/settlements/financial/financial-report.endpoints'
import { longestReport } from '@kontor/contract/settlements/financial/financial-report.schemas'
import { type SettlementStep, settlementSteps } from '@kontor/contract/settlements/settlement.rules'
import { type RawBuilder, sql } from 'kysely'
import { booksOf, ofBook } from '../../ledger/ledger-balance.ts'
import { closedThrough } from '../../ledger/ledger-day.ts'
import { payableOf } from '../../ledger/payable-of.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import type { Exact } from '../../platform/sums.ts'
import { type Next, nextSettlements } from './next-settlements.ts'

type Report = Exact<ReplyOf<typeof financialReportEndpoint>>
type OfCurrency = Report['currencies'][number]
type Query = Pick<ReadQuery<typeof financialReportEndpoint>, 'from' | 'to'>

/**
 * The balance of a merchant and a period of it, from the sums that the ledger keeps: no transfer is read. A user of a part of a
 * merchant gets the books that are settled for that part.
 */
export async function financialReport(trx: Trx, actor: Actor, query: Query, now: Date): Promise<Report> {
  const { merchant } = actor.scope
  if (merchant === null) throw new Refusal('invalid_request', { 'query.merchant': 'required' })
  const { time_zone, today } = await todayOf(trx, now)
  const range = rangeOf(query, today)
  const books = booksOf(actor, merchant)
  const [balances, moves, payouts] = [
    await balancesOf(trx, books, today),
    await movesOf(trx, books, range),
    await payoutsOf(trx, books, range),
  ]
  const next = await nextSettlements(trx, books)
  return {
    ...{ ...range, time_zone, generated_at: now.toISOString(), closed_through: (await closedThrough(trx)) ?? null },
    currencies: balances.map((balance) => {
      const of = <T extends { currency_code: string }>(rows: readonly T[]) =>
        rows.filter(({ currency_code }) => currency_code === balance.currency_code)
      return currencyOf(balance, { moves: of(moves), payouts: of(payouts), next: of(next) })
    }),
  }
}

interface Range {
  from: string
  to: string
}

async function todayOf(trx: Trx, now: Date): Promise<{ time_zone: string; today: string }> {
  const { rows } = await sql<{ time_zone: string; today: string }>`
    select time_zone, (${now.toISOString()}::timestamptz at time zone time_zone)::date::text as today from installation`.execute(
    trx,
  )
  const [found] = rows
  if (!found) throw new Error('there is no installation')
  return found
}

function rangeOf({ from, to }: Query, today: string): Range {
  const last = to ?? (from !== undefined && from > today ? from : today)
  const first = from ?? plusDays(last, -27)
  if (first > last) throw new Refusal('invalid_request', { 'query.to': 'before_its_beginning' })
  if (plusDays(first, longestReport) <= last) throw new Refusal('invalid_request', { 'query.from': 'range_too_long' })
  return { from: first, to: last }
}

interface Balance {
  currency_code: string
  payable: bigint
  reserve: bigint
  invoiced: bigint
  later: { day: string; amount: bigint }[]
}

const { invoiced, reserve_hold } = ledgerKinds
/** What a merchant is owed on one of its accounts. */
const owedOn = (code: LedgerCode) => sql`sum(case when b.code = ${sql.lit(code)} then b.credit - b.debit else 0 end)`

async function balancesOf(trx: Trx, books: RawBuilder<unknown>, today: string): Promise<Balance[]> {
  const accounts = await sql<{ currency_code: string; payable: string; reserve: string; invoiced: string }>`
    with book as (${books})
    select b.currency_code, ${owedOn(invoiced.credit)}::text as payable, ${owedOn(reserve_hold.credit)}::text as reserve,
      (-${owedOn(invoiced.debit)})::text as invoiced
    from ledger_balance b join book on ${ofBook('b')}
    where b.code in (${sql.join(merchantCodes.map((code) => sql.lit(code)))}) group by 1 order by 1`.execute(trx)
  const later = await sql<{ currency_code: string; day: string; amount: string }>`
    with book as (${books})
    select a.currency_code, a.available_on::text as day,
      sum(${payableOf('a')})::text as amount
    from ledger_available a join book on ${ofBook('a')} join ledger_kind k using (kind)
    where a.available_on > ${today}::date group by 1, 2 order by 2`.execute(trx)
  return accounts.rows.map(({ currency_code, payable, reserve, invoiced }) => ({
    ...{ currency_code, payable: BigInt(payable), reserve: BigInt(reserve), invoiced: BigInt(invoiced) },
    later: later.rows
      .filter((row) => row.currency_code === currency_code)
      .map(({ day, amount }) => ({ day, amount: BigInt(amount) })),
  }))
}

interface Move {
  currency_code: string
  /** Null: before the period. */
  day: string | null
  step: SettlementStep
  amount: bigint
}

const stepOf = new Map(
  Object.entries(settlementSteps).flatMap(([step, kinds]) =>
    kinds.map((name: LedgerKind) => [
      Number(ledgerKinds[name].kind),
      { step: step as SettlementStep, sign: BigInt(payableSign(name)) },
    ]),
  ),
)

async function movesOf(trx: Trx, books: RawBuilder<unknown>, { from, to }: Range): Promise<Move[]> {
  const { rows } = await sql<{ currency_code: string; day: string | null; kind: number; amount: string }>`
    with book as (${books})
    select a.currency_code, (case when a.available_on >= ${from}::date then a.available_on end)::text as day, a.kind,
      sum(a.amount)::text as amount
    from ledger_available a join book on ${ofBook('a')}
    where a.available_on <= ${to}::date group by 1, 2, 3`.execute(trx)
  return rows.flatMap(({ kind, amount, ...of }) => {
    const known = stepOf.get(kind)
    return known ? [{ ...of, step: known.step, amount: BigInt(amount) * known.sign }] : []
  })
}

interface Payout {
  currency_code: string
  day: string | null
  amount: bigint
}

async function payoutsOf(trx: Trx, books: RawBuilder<unknown>, { from, to }: Range): Promise<Payout[]> {
  const { rows } = await sql<{ currency_code: string; day: string | null; amount: string }>`
    with book as (${books})
    select s.currency_code, (case when upper(s.covers) >= ${from}::date then upper(s.covers) end)::text as day,
      sum(s.paid)::text as amount
    from settlement s join book on ${ofBook('s')}
    where upper(s.covers) <= ${to}::date group by 1, 2`.execute(trx)
  return rows.map(({ amount, ...of }) => ({ ...of, amount: BigInt(amount) }))
}

interface Found {
  moves: readonly Move[]
  payouts: readonly Payout[]
  next: readonly (Next & { currency_code: string })[]
}

function currencyOf(
  { currency_code, payable, reserve, invoiced, later }: Balance,
  { moves, payouts, next }: Found,
): OfCurrency {
  const before = (of: { day: string | null }) => of.day === null
  const opening = sumOf(moves.filter(before)) - sumOf(payouts.filter(before))
  const within = { moves: moves.filter((of) => !before(of)), payouts: payouts.filter((of) => !before(of)) }
  const whole = movedOf(within)
  const days = [...new Set([...within.moves, ...within.payouts].map(({ day }) => String(day)))].sort()
  return {
    ...{ currency_code, payable, reserve, invoiced, later },
    available_now: payable - sumOf(later),
    refunds_under_way: next.reduce((sum, { held_back }) => sum + held_back, 0n),
    next: next.map(({ held_back: _, currency_code: __, ...of }) => of),
    ...{ opening, ...whole, closing: opening + whole.total - whole.paid },
    days: days.map((day) => {
      const on = (of: { day: string | null }) => of.day === day
      return { day, ...movedOf({ moves: within.moves.filter(on), payouts: within.payouts.filter(on) }) }
    }),
  }
}

function movedOf({ moves, payouts }: { moves: readonly Move[]; payouts: readonly Payout[] }) {
  const names = Object.keys(settlementSteps) as SettlementStep[]
  const entries = names.map((name) => [name, sumOf(moves.filter(({ step }) => step === name))] as const)
  // Each step has an entry.
  const steps = Object.fromEntries(entries) as Record<SettlementStep, bigint>
  return { steps, total: sumOf(moves), paid: sumOf(payouts) }
}

const sumOf = (rows: readonly { amount: bigint }[]): bigint => rows.reduce((sum, { amount }) => sum + amount, 0n)
