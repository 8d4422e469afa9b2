import { createHash } from 'node:crypto'
import { lastOfMonth, plusDays } from '@kontor/contract/dates'
import { vatTreatment } from '@kontor/contract/ledger/vat.rules'
import { paymentTerm_days } from '@kontor/contract/settlements/invoices/invoice.rules'
import type { InvoiceDocument } from '@kontor/contract/settlements/invoices/invoice.schemas'
import { sql } from 'kysely'
import { closedThrough } from '../../ledger/ledger-day.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { inTurn } from '../../platform/db/locked.ts'
import { invoiceRecipients } from '../mails/invoice-recipients.ts'
import { type Charged, chargedIn } from './charged.ts'
import { isSettled } from './invoice.rows.ts'
import { type InvoiceMonth, invoiceInTurn } from './invoice-month.ts'
import { merchantParty, requireProviderParty } from './invoice-parties.ts'
import { nextInvoiceNumber } from './next-invoice-number.ts'
import { paymentIban } from './payment-account.ts'

/** What writing an invoice takes: the moment, and what opens the IBAN to which it is paid. */
export interface Issuing {
  now: Date
  masterKey: string
}

/** Issues the invoice of a closed month and gives its id. Gives undefined where it was issued, or nothing was charged. */
export async function issueInvoice(trx: Trx, of: InvoiceMonth, at: Issuing): Promise<string | undefined> {
  await inTurn(trx, invoiceInTurn(of))
  const closed = await closedThrough(trx)
  if (closed === undefined || lastOfMonth(of.month) > closed) throw new RangeError(`${of.month} is not closed`)
  const known = await trx
    .selectFrom('invoice')
    .select('id')
    .where('merchant_id', '=', of.merchant_id)
    .where('currency_code', '=', of.currency_code)
    .where('month', '=', of.month)
    .limit(1)
    .executeTakeFirst()
  const reckoned = known ? undefined : await reckonInvoice(trx, of)
  return reckoned && writeInvoice(trx, of, reckoned, { edition: 1, ...at })
}

/** What is to stand on an invoice, but for its head. */
interface Reckoned {
  content: Omit<InvoiceDocument, keyof Head | 'payment'>
  books: Charged['books']
}

/**
 * Reckons the invoice of a month, whose turn the transaction has. Undefined: nothing was charged. It reads the transfers of the
 * whole month, so it is done before any number is taken.
 */
export async function reckonInvoice(trx: Trx, of: InvoiceMonth): Promise<Reckoned | undefined> {
  const charged = await chargedIn(trx, of)
  if (charged.lines.length === 0 && charged.vat.length === 0) return undefined
  return { content: await contentOf(trx, of, charged), books: charged.books }
}

export async function writeInvoice(
  trx: Trx,
  of: InvoiceMonth,
  { content, books }: Reckoned,
  { edition, now, masterKey }: Issuing & { edition: number },
): Promise<string> {
  const iban = content.due === 0 ? null : await paymentIban(trx, of.currency_code, masterKey)
  const id = await insertInvoice(trx, of, {
    edition,
    now,
    document: (head) => ({ ...head, ...content, payment: iban === null ? null : paymentOf(iban, head.issued_on) }),
  })
  await trx
    .insertInto('invoice_book')
    .values(
      books.map(({ book_id, available, due, is_taken }) => ({
        ...{ merchant_id: of.merchant_id, invoice_id: id, book_id, is_taken },
        due: sql<number>`${due}::bigint`,
        available: sql<string>`${available}::daterange`,
      })),
    )
    .execute()
  return id
}

type Head = Pick<InvoiceDocument, 'number' | 'kind' | 'issued_on' | 'covers_from' | 'covers_through' | 'currency_code'>

async function contentOf(trx: Trx, of: InvoiceMonth, charged: Charged): Promise<Reckoned['content']> {
  const [provider, merchant] = [await requireProviderParty(trx), await merchantParty(trx, of.merchant_id)]
  const total = charged.net + charged.vat_total
  const treatment = vatTreatment(merchant, provider.country_code)
  return {
    ...{ provider, merchant, lines: charged.lines },
    vat: charged.vat.map(({ ppm, base, amount }) => ({
      ...{ ppm, base: whole(base), amount: whole(amount) },
      treatment: ppm > 0 ? 'STANDARD' : treatment === 'STANDARD' ? 'ZERO' : treatment,
    })),
    ...{ net: whole(charged.net), vat_total: whole(charged.vat_total), total: whole(total) },
    ...{ due: whole(charged.due), paid: whole(charged.paid) },
    ...(await settlementsOf(trx, of, charged)),
    credits: null,
  }
}

/** The settlements that have taken what was charged, as far as there are any yet. */
async function settlementsOf(trx: Trx, { merchant_id, currency_code }: InvoiceMonth, { books }: Charged) {
  const { rows } = await sql<{ settlements: string[]; is_settled: boolean }>`
    with book as (
      select * from json_to_recordset(${JSON.stringify(books)}) as x(book_id uuid, available daterange, is_taken boolean)
      where is_taken),
    settled as (
      select s.number, s.covers, book.book_id, book.available from settlement s join book using (book_id)
      where s.merchant_id = ${merchant_id} and s.currency_code = ${currency_code} and s.covers && book.available)
    select coalesce((select json_agg(number order by lower(covers), number) from settled), '[]') as settlements,
      not exists (select from book where not ${isSettled('book', sql`${merchant_id}`, sql`${currency_code}`)}) as is_settled`.execute(
    trx,
  )
  return rows[0] ?? { settlements: [], is_settled: true }
}

const paymentOf = (iban: string, issued_on: string): InvoiceDocument['payment'] => ({
  iban,
  due_on: plusDays(issued_on, paymentTerm_days),
})

interface Inserted {
  edition: number
  now: Date
  document: (head: Head) => InvoiceDocument
  /** A credit note: the invoice that it takes back. */
  credits?: { id: string; reason: string; by: string }
}

/** The number is taken last, because everybody waits for it. */
export async function insertInvoice(trx: Trx, of: InvoiceMonth, given: Inserted): Promise<string> {
  const { edition, now, credits } = given
  const { id, created_at } = newId(now)
  const issued_on = await dayIn(trx, now)
  const document = given.document({
    ...{ number: await nextInvoiceNumber(trx, issued_on), kind: credits ? 'CREDIT_NOTE' : 'INVOICE', issued_on },
    ...{ covers_from: of.month, covers_through: lastOfMonth(of.month), currency_code: of.currency_code },
  })
  const { number, kind, net, vat_total, total, due, payment } = document
  const content = JSON.stringify(document)
  await trx
    .insertInto('invoice')
    .values({
      ...of,
      ...{ id, created_at, organisation_id: of.merchant_id, number, kind, edition, issued_on },
      ...{ net, vat: vat_total, total, due, due_on: payment?.due_on ?? null, content },
      sha256: createHash('sha256').update(content).digest('hex'),
      ...{ credits: credits?.id ?? null, reason: credits?.reason ?? null, credited_by: credits?.by ?? null },
    })
    .execute()
  await sql`
    insert into invoice_mail (merchant_id, invoice_id, due)
    select i.merchant_id, i.id, cardinality(${invoiceRecipients('i')}) > 0 from invoice i
    where i.merchant_id = ${of.merchant_id} and i.id = ${id}`.execute(trx)
  return id
}

/** The day of the installation's zone. */
async function dayIn(trx: Trx, now: Date): Promise<string> {
  const { day } = await trx
    .selectFrom('installation')
    .select(sql<string>`(${now.toISOString()}::timestamptz at time zone time_zone)::date::text`.as('day'))
    .executeTakeFirstOrThrow()
  return day
}

/** Refuses a sum that no JSON number holds exactly, rather than to round it. */
function whole(amount: bigint): number {
  const number = Number(amount)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${amount} is too large for an invoice`)
  return number
}
