import { houseBook, ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import type { PeriodGroup } from '@kontor/contract/reports/period-report.rules'
import { sql } from 'kysely'
import { rounded } from '../../insights/money-figures.ts'
import { booksOf, ofBook } from '../../ledger/ledger-balance.ts'
import { ledgerDay } from '../../ledger/ledger-day.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { kept } from '../../platform/db/kept-plans.ts'
import { asNumber } from '../../platform/sums.ts'

/** What the ledger booked on a business day, of a group and currency. Minor units. */
export interface MoneyFigure {
  /** Since 1970. */
  day: number
  key: string
  currency_code: string
  fees: bigint
  vat: bigint
  net: bigint
  reserve: bigint
  cost: bigint
  partner: bigint
  one_offs: bigint
  /** Margins of payouts in another currency. */
  exchange: bigint
}

const sums = ['fees', 'vat', 'net', 'reserve', 'cost', 'partner', 'one_offs', 'exchange'] as const

/** The groups by which the ledger keeps its sums. */
const grouped: readonly PeriodGroup[] = ['none', 'merchant']

interface AskedMoney {
  actor: Actor
  group: PeriodGroup
  /** Days since 1970, both included. */
  first: number
  last: number
}

/**
 * The sums of business days, from the balances that the ledger keeps: no transfer is read, and of all merchants together no balance
 * of a closed day. Undefined where the ledger has none:
 * of this group, or of the actor's part of a merchant, which is settled with the rest. Needs the provider's role, because the
 * accounts of fees and VAT are the provider's; `booksOf` limits what the actor sees.
 */
export async function moneyFigures(
  trx: Trx,
  { actor, group, first, last }: AskedMoney,
): Promise<MoneyFigure[] | undefined> {
  if (!grouped.includes(group) || !(await hasBooks(trx, actor))) return undefined
  const { rows } = await sql<
    { day: number; key: string; currency_code: string } & Record<(typeof sums)[number], string>
  >`${kept}
    with moved as (${group === 'none' && actor.scope.merchant === null ? movedOfAll(first, last) : movedOfBooks(actor, group, first, last)})
    select day, key, currency_code,
      ${grown(40)} as fees, ${grown(41)} as vat, ${grown(31)} as reserve,
      -- What is owed and held, with what was ordered to be paid out, and without what came back from the bank. What is exchanged for a
      -- payout, and what is left to invoices, is in it as it was before.
      (coalesce(sum(credit - debit) filter (where code in (30, 31, 32, 43, 70)), 0) + coalesce(sum(credit) filter (where code = 11), 0)
        - coalesce(sum(debit) filter (where code = 10), 0))::text as net,
      ${grown(50, 'D')} as cost, ${grown(51, 'D')} as partner, ${grown(71)} as one_offs, ${grown(43)} as exchange
    from moved group by 1, 2, 3`.execute(trx)
  const figures = rows.map((of) => ({
    day: of.day,
    key: of.key,
    currency_code: of.currency_code,
    fees: BigInt(of.fees),
    vat: BigInt(of.vat),
    net: BigInt(of.net),
    reserve: BigInt(of.reserve),
    cost: BigInt(of.cost),
    partner: BigInt(of.partner),
    one_offs: BigInt(of.one_offs),
    exchange: BigInt(of.exchange),
  }))
  // A day on which money was only paid out.
  return figures.filter((figure) => sums.some((name) => figure[name] !== 0n))
}

/**
 * The balances of some books. Of account 10 only payouts that came back, which are available on their day, and invoices that were paid:
 * what processors pay in is no money of theirs.
 */
const movedOfBooks = (actor: Actor, group: PeriodGroup, first: number, last: number) => sql`
  select b.business_day - date '1970-01-01' as day, b.currency_code,
    ${group === 'merchant' ? sql`b.merchant_id::text` : sql`''`} as key, b.code, b.debit, b.credit
  from ledger_balance b join (${booksOf(actor)}) book on ${ofBook('b')}
  where ${between('b.business_day', first, last)} and b.merchant_id <> ${houseBook}::uuid and b.code <> 10
  union all
  select a.available_on - date '1970-01-01', a.currency_code, ${group === 'merchant' ? sql`a.merchant_id::text` : sql`''`},
    10, a.amount, 0
  from ledger_available a join (${booksOf(actor)}) book on ${ofBook('a')}
  where a.kind = ${sql.lit(ledgerKinds.payout_returned.kind)} and a.merchant_id <> ${houseBook}::uuid
    and ${between('a.available_on', first, last)}
  union all
  select t.business_day - date '1970-01-01', t.currency_code, ${group === 'merchant' ? sql`t.merchant_id::text` : sql`''`},
    10, t.amount, 0
  from ledger_balance b join (${booksOf(actor)}) book on ${ofBook('b')}
    join ledger_transfer t on t.merchant_id = b.merchant_id and t.business_day = b.business_day and t.book_id = b.book_id
      and t.currency_code = b.currency_code
  where b.code = 32 and b.credit > 0 and t.kind = ${sql.lit(ledgerKinds.invoice_paid.kind)} and t.transaction_id is null
    and ${between('b.business_day', first, last)}`

/** The same of all merchants: closed days have their sums, and `sums_of_days` adds up those that are open. */
const movedOfAll = (first: number, last: number) => sql`
  select s.business_day - date '1970-01-01' as day, s.currency_code, '' as key, s.code, s.debit, s.credit
  from (
    select * from ledger_day_sum where ${between('business_day', first, last)}
    union all
    select o.business_day, o.code, o.currency_code, o.debit, o.credit
    from ledger_day d cross join lateral sums_of_days(
      greatest(d.closed_through + 1, ${dateOf(first)}), ${dateOf(last)}) o) s`

const dateOf = (day: number) => sql`date '1970-01-01' + ${day}::int`
const between = (column: string, first: number, last: number) =>
  sql`${sql.ref(column)} between ${dateOf(first)} and ${dateOf(last)}`

const grown = (code: number, side: 'C' | 'D' = 'C') =>
  sql`coalesce(sum(${side === 'C' ? sql`credit - debit` : sql`debit - credit`}) filter (where code = ${sql.lit(code)}), 0)::text`

async function hasBooks(trx: Trx, actor: Actor): Promise<boolean> {
  const { rows } = await sql`select from (${booksOf(actor)}) book limit 1`.execute(trx)
  return rows.length > 0
}

export function bookedOf(figures: readonly MoneyFigure[]) {
  const { fees, vat, net, reserve } = added(figures)
  return { fees: asNumber(fees), vat: asNumber(vat), net: asNumber(net), reserve: asNumber(reserve) }
}

export function earnedOf(figures: readonly MoneyFigure[]) {
  const { fees, vat, net, one_offs, cost, partner, exchange } = added(figures)
  const margin = fees + exchange - cost - partner
  const turnover = net + fees + vat + one_offs
  // Integers are divided, because a sum may be larger than a number holds.
  const per_mille = turnover > 0n ? rounded(Number((margin * 1_000_000n) / turnover) / 1_000) : null
  return {
    ...{ exchange: asNumber(exchange), cost: asNumber(cost), partner: asNumber(partner), margin: asNumber(margin) },
    per_mille,
  }
}

const added = (figures: readonly MoneyFigure[]): Pick<MoneyFigure, (typeof sums)[number]> =>
  figures.length === 1 && figures[0] ? figures[0] : addedUp(figures)

const addedUp = (figures: readonly MoneyFigure[]) =>
  figures.reduce(
    (sum, figure) => {
      for (const name of sums) sum[name] += figure[name]
      return sum
    },
    { fees: 0n, vat: 0n, net: 0n, reserve: 0n, cost: 0n, partner: 0n, one_offs: 0n, exchange: 0n },
  )

/** How far the ledger is. Undefined: it is not open. */
export async function ledgerState(trx: Trx) {
  const day = await ledgerDay(trx)
  if (!day) return undefined
  const { closed_at } = await trx.selectFrom('ledger_day').select('closed_at').executeTakeFirstOrThrow()
  return { closed_through: day.closed_through, closed_at }
}

/** What only the provider reads of it. */
export async function ledgerWork(trx: Trx) {
  const { waiting } = await trx
    .selectFrom('ledger_event')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow()
  const check = await trx
    .selectFrom('ledger_check')
    .select(['finished_at', 'differences'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { waiting, checked_at: check?.finished_at ?? null, differences: check?.differences ?? null }
}
