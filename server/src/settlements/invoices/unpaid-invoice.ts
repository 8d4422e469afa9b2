import { sql } from 'kysely'
import { book, type NewTransfer } from '../../ledger/book.ts'
import { holdLedger } from '../../ledger/ledger-day.ts'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { inTurn } from '../../platform/db/locked.ts'
import { numbersOf } from '../../pricing/kind-numbers.ts'
import { outstanding } from './invoice.rows.ts'
import { invoiceInTurn } from './invoice-month.ts'

/** An invoice that asks for money, as its payments find it. Minor units. */
export interface UnpaidInvoice {
  merchant_id: string
  id: string
  organisation_id: string
  currency_code: string
  outstanding: bigint
  /** The parts of its books, in their order. */
  books: { book_id: string; outstanding: bigint }[]
}

/**
 * What nobody has paid of an invoice, in the turn of its month: what is paid of it, taken from a settlement or credited follows one
 * after the other. The ledger is held first, as by whoever decides entries of the bank. Undefined: the actor sees no such invoice.
 */
export async function unpaidInvoice(trx: Trx, actor: Actor, id: string): Promise<UnpaidInvoice | undefined> {
  const found = await trx
    .selectFrom('invoice')
    .select(['merchant_id', 'organisation_id', 'currency_code', 'month'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'invoice'))
    .executeTakeFirst()
  if (!found) return undefined
  await holdLedger(trx)
  await inTurn(trx, invoiceInTurn(found))
  const { merchant_id, organisation_id, currency_code } = found
  const whole = await sql<{ outstanding: string }>`
    select ${outstanding}::text as outstanding from invoice i where i.merchant_id = ${merchant_id} and i.id = ${id}`.execute(
    trx,
  )
  const parts = await sql<{ book_id: string; outstanding: string }>`
    select b.book_id, (b.due - coalesce((
        select sum(t.amount) from ledger_transfer t
        where t.merchant_id = b.merchant_id and t.subject_id = b.invoice_id and t.book_id = b.book_id and t.transaction_id is null
          and t.kind in (${numbersOf('invoice_paid', 'invoice_taken')}) and t.business_day > ${found.month}::date), 0))::text as outstanding
    from invoice_book b where b.merchant_id = ${merchant_id} and b.invoice_id = ${id} order by b.book_id`.execute(trx)
  return {
    ...{ merchant_id, id, currency_code, organisation_id },
    outstanding: BigInt(whole.rows[0]?.outstanding ?? 0),
    books: parts.rows.map((part) => ({ ...part, outstanding: BigInt(part.outstanding) })),
  }
}

/** Books a part of what an invoice asks for, at most all of it, book by book. */
export async function bookOfInvoice(
  trx: Trx,
  { merchant_id, id, organisation_id, currency_code, books }: UnpaidInvoice,
  amount: bigint,
  how: Pick<NewTransfer, 'kind' | 'available' | 'sub_id' | 'actor' | 'reason'>,
): Promise<void> {
  let rest = amount
  const transfers: NewTransfer[] = []
  for (const { book_id, outstanding: owed } of books) {
    const taken = min(owed, rest)
    rest -= taken
    const of = { merchant_id, book_id, organisation_id, currency_code, subject_id: id }
    if (taken > 0n) transfers.push({ ...of, ...how, amount: taken })
  }
  if (rest > 0n) throw new RangeError(`${rest} more than the books of invoice ${id} owe`)
  await book(trx, transfers)
}

const min = (one: bigint, other: bigint): bigint => {
  if (one < other) return one
  return other
}
