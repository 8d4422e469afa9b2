import { lastOfMonth } from '@kontor/contract/dates'
import type { Line } from '@kontor/contract/pricing/price.rules'
import { shareOf } from '@kontor/contract/pricing/price.rules'
import type { InvoiceDocument } from '@kontor/contract/settlements/invoices/invoice.schemas'
import { sql } from 'kysely'
import { isChargedByInvoices } from '../../ledger/charged-by-invoices.ts'
import { payableOf } from '../../ledger/payable-of.ts'
import type { Trx } from '../../platform/db/database.ts'
import { numbersOf, ofFees, ofMoneyEvents, signedFee } from '../../pricing/kind-numbers.ts'
import { baseOf } from '../../pricing/versions/base-of.ts'
import { lineAsJson } from '../../pricing/versions/lines-of.ts'
import type { InvoiceMonth } from './invoice-month.ts'

type InvoiceLine = InvoiceDocument['lines'][number]

/** What the ledger charged a merchant for its services in a month, in one currency. Minor units. */
export interface Charged {
  lines: InvoiceLine[]
  /** By rate, in millionths. */
  vat: { ppm: number; base: bigint; amount: bigint }[]
  net: bigint
  vat_total: bigint
  /** What of it is left to the invoice and nobody has paid. */
  due: bigint
  /** What of it was paid, or taken from a settlement, because an earlier invoice of the month asked for it. */
  paid: bigint
  /** The days on which it becomes part of settlements, as PostgreSQL writes a range. */
  books: { book_id: string; available: string; due: string; is_taken: boolean }[]
}

/**
 * Reads it from closed days, which never change, so that it is the same whenever it is read. Fails where the transfers of fees and
 * the VAT that was booked for them differ.
 */
export async function chargedIn(trx: Trx, of: InvoiceMonth): Promise<Charged> {
  const lines = await feeLines(trx, of)
  const oneOffs = await taxedOneOffs(trx, of)
  const booked = await vatOfFees(trx, of)
  const vat = byRate([...booked, ...oneOffs.map(({ ppm, amount, vat }) => ({ ppm, base: amount, amount: vat }))])
  const { taken, paid, books } = await takenOf(trx, of)
  const net = sum([...lines, ...oneOffs].map(({ amount }) => BigInt(amount)))
  const vat_total = sum(vat.map(({ amount }) => amount))
  if (sum(vat.map(({ base }) => base)) !== net || net + vat_total !== taken)
    throw new Error(`the ledger charged ${taken} in ${of.month}, and its fees and VAT are ${net} and ${vat_total}`)
  const due = sum(books.map((book) => BigInt(book.due)))
  return { lines: [...lines, ...oneOffs.map(lineOf)], vat, net, vat_total, due, paid, books }
}

const days = ({ merchant_id, currency_code, month }: InvoiceMonth) => sql`
  t.merchant_id = ${merchant_id} and t.currency_code = ${currency_code}
    and t.business_day between ${month}::date and ${lastOfMonth(month)}::date`

interface FeeRow {
  kind: 'fee' | 'fee_more' | 'fee_less'
  count: number
  base: number | null
  amount: number
  scheme: string | null
  version: number | null
  number: number | null
  line: Line | null
}

/**
 * A capture, refund or chargeback names the same line as its fee, so that the line says how many there were, and of how much. What
 * moves no money has its fee alone, and a minimum or maximum of a month the fees that it was compared with.
 */
async function feeLines(trx: Trx, of: InvoiceMonth): Promise<InvoiceLine[]> {
  const { rows } = await sql<FeeRow>`
    with charged as (
      select case when t.kind in (19, 20) then t.kind else 2 end as kind, t.scheme_line,
        count(*) filter (where t.kind in (${ofMoneyEvents})) as events, count(*) filter (where t.kind in (${ofFees})) as fees,
        sum(t.amount) filter (where t.kind in (${ofMoneyEvents})) as base,
        sum(case when t.kind in (${ofFees}) then ${signedFee} end) as amount
      from ledger_transfer t where ${days(of)} and t.kind in (${ofMoneyEvents}, ${ofFees}) group by 1, 2)
    select k.name as kind, s.name as scheme, v.number as version, l.position as number,
      case when c.kind = 2 and c.scheme_line is not null and c.events > 0 then c.events else c.fees end as count,
      case when c.kind = 2 and c.scheme_line is not null then ${baseOf('c.amount', sql`c.base`)}::bigint end as base,
      c.amount::bigint as amount,
      ${lineAsJson} as line
    from charged c join ledger_kind k on k.kind = c.kind
      left join scheme_line l on l.id = c.scheme_line left join scheme_version v on v.id = l.version_id
      left join scheme s on s.id = l.scheme_id
    where c.amount <> 0 order by s.name nulls last, v.number, l.position, c.kind`.execute(trx)
  return rows.map(({ kind, count, base, amount, scheme, version, number, line }) => ({
    ...{ kind, count, base, amount, text_nl: null, text_en: null },
    price:
      scheme !== null && version !== null && number !== null && line !== null
        ? { scheme, version, number, line }
        : null,
  }))
}

interface TaxedOneOff {
  text_nl: string
  text_en: string
  amount: bigint
  vat: bigint
  ppm: number
}

/** One-offs with VAT are services, too; those without are none. */
async function taxedOneOffs(trx: Trx, of: InvoiceMonth): Promise<TaxedOneOff[]> {
  const { rows } = await sql<Record<'text_nl' | 'text_en' | 'amount' | 'vat', string> & { rate: number }>`
    select o.description_nl as text_nl, o.description_en as text_en, (-o.amount)::text as amount,
      coalesce(sum(case when t.kind = ${numbersOf('vat')} then t.amount
        when t.kind = ${numbersOf('vat_less')} then -t.amount end), 0)::text as vat,
      coalesce((select r.ppm from vat_rate r join installation i using (country_code) where r.valid_from <= o.booked_on
        order by r.valid_from desc limit 1), 0) as rate
    from one_off o join ledger_transfer t on t.subject_id = o.id and ${days(of)} and t.business_day = o.booked_on
    where o.merchant_id = ${of.merchant_id} and o.vat and o.status = 'BOOKED' and o.currency_code = ${of.currency_code}
    group by o.merchant_id, o.id order by o.booked_on, o.id`.execute(trx)
  return rows.map(({ rate, ...row }) => {
    const [amount, vat] = [BigInt(row.amount), BigInt(row.vat)]
    return { ...row, amount, vat, ppm: vat !== 0n && shareOf(amount, rate) === vat ? rate : 0 }
  })
}

const lineOf = ({ text_nl, text_en, amount }: TaxedOneOff): InvoiceLine => ({
  ...{ kind: 'one_off', price: null, text_nl, text_en, count: 1, base: null },
  amount: Number(amount),
})

async function vatOfFees(trx: Trx, { merchant_id, currency_code, month }: InvoiceMonth): Promise<Charged['vat']> {
  const { rows } = await sql<{ ppm: number; base: string; amount: string }>`
    select ppm, sum(fees)::text as base, sum(vat)::text as amount from ledger_vat
    where merchant_id = ${merchant_id} and currency_code = ${currency_code} and month = ${month}::date group by 1`.execute(
    trx,
  )
  return rows.map(({ ppm, base, amount }) => ({ ppm, base: BigInt(base), amount: BigInt(amount) }))
}

function byRate(parts: Charged['vat']): Charged['vat'] {
  const rates = [...new Set(parts.map(({ ppm }) => ppm))].sort((one, other) => other - one)
  return rates
    .map((ppm) => {
      const of = parts.filter((part) => part.ppm === ppm)
      return { ppm, base: sum(of.map(({ base }) => base)), amount: sum(of.map(({ amount }) => amount)) }
    })
    .filter(({ base, amount }) => base !== 0n || amount !== 0n)
}

/** What moved what the merchant is owed, book by book, and what of it earlier invoices of the month asked for and got. */
async function takenOf(trx: Trx, of: InvoiceMonth): Promise<Pick<Charged, 'books' | 'paid'> & { taken: bigint }> {
  const { rows } = await sql<Charged['books'][number] & { taken: string; paid: string }>`
    with charged as (
      select t.book_id, daterange(min(t.available_on), max(t.available_on), '[]')::text as available,
        -sum(${payableOf('t')}) as taken
      from ledger_transfer t join ledger_kind k using (kind) where ${days(of)} and ${isChargedByInvoices} group by 1),
    paid as (
      select t.book_id, sum(t.amount) as amount from invoice i
        join ledger_transfer t on t.merchant_id = i.merchant_id and t.subject_id = i.id and t.transaction_id is null
      where i.merchant_id = ${of.merchant_id} and i.currency_code = ${of.currency_code} and i.month = ${of.month}::date
        and t.kind in (${numbersOf('invoice_paid', 'invoice_taken')}) and t.business_day > ${of.month}::date group by 1)
    select c.book_id, c.available, c.taken::text as taken, coalesce(p.amount, 0)::text as paid,
      (coalesce(i.invoiced, 0) - coalesce(p.amount, 0))::text as due, c.taken <> coalesce(i.invoiced, 0) as is_taken
    from charged c left join paid p using (book_id)
      left join ledger_invoiced i on i.merchant_id = ${of.merchant_id} and i.book_id = c.book_id
        and i.currency_code = ${of.currency_code} and i.month = ${of.month}::date
    order by c.book_id`.execute(trx)
  return {
    taken: sum(rows.map(({ taken }) => BigInt(taken))),
    paid: sum(rows.map(({ paid }) => BigInt(paid))),
    books: rows.map(({ taken: _, paid: __, ...book }) => book),
  }
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, each) => all + each, 0n)
