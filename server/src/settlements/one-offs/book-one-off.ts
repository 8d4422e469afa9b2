import { plusMonths } from '@kontor/contract/dates'
import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { vatTreatment } from '@kontor/contract/ledger/vat.rules'
import { shareOf } from '@kontor/contract/pricing/price.rules'
import { sql } from 'kysely'
import { book, type NewTransfer } from '../../ledger/book.ts'
import { standardRate } from '../../ledger/vat-rate.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Locked } from '../../platform/db/locked.ts'
import { firstOpenDay } from '../../pricing/business-days.ts'
import { changeOneOff, type StoredOneOff } from './locked-one-off.ts'

/**
 * Books an approved one-off with its VAT, on its date or on the first day after it that is open, and makes its next repetition.
 * Its status follows in the same transaction, under the lock of its row, so that it is booked once.
 */
export async function bookOneOff(trx: Trx, row: Locked<StoredOneOff>, now: Date): Promise<void> {
  // Until the transaction ends, no day is closed.
  await sql`select from ledger_day for share`.execute(trx)
  const open = await firstOpenDay(trx)
  const day = later(row.date, open)
  const book_id = await bookOf(trx, row)
  await book(trx, await transfersOf(trx, row, book_id, day), day)
  await changeOneOff(trx, row, { status: 'BOOKED', booked_on: day, book_id })
  await repeat(trx, row, now)
}

async function transfersOf(trx: Trx, row: StoredOneOff, book_id: string, day: string): Promise<NewTransfer[]> {
  const { merchant_id, organisation_id, currency_code, amount } = row
  const shared = {
    ...{ merchant_id, organisation_id, book_id, currency_code, subject_id: row.id, available: 'at once' as const },
    ...(row.transaction_id ? { transaction_id: row.transaction_id } : {}),
    actor: { kind: 'user', id: row.approved_by_id, name: row.approved_by },
    reason: row.description_nl,
  }
  const vat = row.vat ? shareOf(BigInt(Math.abs(amount)), await vatRate(trx, merchant_id, day)) : 0n
  const isTaken = amount < 0
  return [
    { ...shared, kind: isTaken ? 'one_off_debit' : 'one_off_credit', amount: Math.abs(amount) },
    ...(vat > 0n ? [{ ...shared, kind: isTaken ? ('vat' as const) : ('vat_less' as const), amount: vat }] : []),
  ]
}

const later = (one: string, other: string): string => (one < other ? other : one)

/** The book of its payment, if it is about one that is booked; else the default one. */
async function bookOf(trx: Trx, { merchant_id, transaction_id }: StoredOneOff): Promise<string> {
  const { rows } = await sql<{ book: string }>`
    select coalesce((select t.book_id from ledger_transfer t where t.merchant_id = ${merchant_id}
        and t.transaction_id = ${transaction_id} and t.kind = ${ledgerKinds.capture.kind} limit 1),
      book_of(${merchant_id}, null)) as book`.execute(trx)
  const [found] = rows
  if (!found) throw new Error('a statement without a row')
  return found.book
}

/** The rate of VAT that a merchant pays on a day, in millionths. */
async function vatRate(trx: Trx, merchant: string, day: string): Promise<number> {
  const { rows } = await sql<{ country_code: string; vat_number: string | null; provider: string; ppm: number }>`
    select m.country_code, m.vat_number, i.country_code as provider,
      ${standardRate('i.country_code', sql`${day}::date`)} as ppm
    from merchant m cross join installation i where m.id = ${merchant}`.execute(trx)
  const [found] = rows
  return found && vatTreatment(found, found.provider) === 'STANDARD' ? found.ppm : 0
}

/** Makes the next of a series, which is approved already. A repetition exists once. */
async function repeat(trx: Trx, row: StoredOneOff, now: Date): Promise<void> {
  const date = plusMonths(row.series_date, row.occurrence)
  if (row.repeat_until === null || date > row.repeat_until) return
  const { id, created_at } = newId(now)
  const { last_status_update: _, booked_on: __, book_id: ___, ...same } = row
  await trx
    .insertInto('one_off')
    .values({ ...same, id, created_at, date, occurrence: row.occurrence + 1, version: 1, status: 'APPROVED' })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'series_id', 'occurrence']).doNothing())
    .execute()
}
