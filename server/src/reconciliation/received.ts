import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { book } from '../ledger/book.ts'
import type { Trx } from '../platform/db/database.ts'
import { instantIn, newId } from '../platform/db/ids.ts'
import { numbersOf } from '../pricing/kind-numbers.ts'
import { matchedFile } from './match-file.ts'
import { arising, type DifferenceFacts } from './movements.ts'
import { writeDifferences } from './write-decisions.ts'

interface FileInCurrency {
  merchant_id: string
  id: string
  processor_settlement_id: string
  currency_code: string
}

/** A part of the net amount of a file: what of it is booked under a book and a processor. */
export interface Share {
  book_id: string
  /** Null: the account has no processor here. */
  processor_id: string | null
  amount: bigint
}

/** What moves the money of a payment. */
const ofMoney = numbersOf('capture', 'refund', 'chargeback', 'chargeback_reversed', 'capture_undone', 'refund_undone')

/**
 * The net amount of a file in a currency, by the book and processor under which its lines are booked, so that account 20 of each of
 * them has what is still owed. `rest` is what is of no payment of ours, under the merchant's default book.
 */
export async function sharesOf(trx: Trx, file: FileInCurrency, net: bigint): Promise<{ shares: Share[]; rest: Share }> {
  const { book_id, processors } = await matchedFile(trx, { ...file, waits_until: '' })
  const { rows } = await sql<{ book_id: string; processor_id: string | null; amount: string }>`
    select o.book_id, o.sub_id as processor_id, sum(l.net)::text as amount
    from processor_settlement_line l
      join reconciled_line r on r.merchant_id = l.merchant_id and r.file_id = l.file_id and r.line = l.line
        and r.subject_id is not null
      join lateral (select t.book_id, t.sub_id from ledger_transfer t where t.merchant_id = l.merchant_id
        and t.transaction_id = r.transaction_id and t.subject_id = r.subject_id and t.kind in (${ofMoney})
        -- Nothing of a payment is booked before it was made, which its id says: older parts of the ledger are not searched.
        and t.business_day >= coalesce((${instantIn('r.transaction_id')} at time zone 'UTC')::date - 1, '-infinity')
        order by t.business_day, t.seq limit 1) o on true
    where l.merchant_id = ${file.merchant_id} and l.file_id = ${file.id} and l.currency_code = ${file.currency_code}
      and l.net is not null and l.problem is distinct from 'other_account' and l.kind not in ('payout', 'transfer')
    group by 1, 2 order by 1, 2`.execute(trx)
  const shares = rows.map(({ amount, ...share }) => ({ ...share, amount: BigInt(amount) }))
  const booked = shares.reduce((sum, { amount }) => sum + amount, 0n)
  return { shares, rest: { book_id, processor_id: processors[0] ?? null, amount: net - booked } }
}

/** Amounts in minor units. */
interface Received {
  rest: Share
  net: bigint
  received: bigint
  day: string
}

/**
 * Keeps and books the difference between what the bank received and the net amount of a file, once for each currency of it. The caller
 * holds the turn of the merchant.
 */
export async function bookReceivedOther(
  trx: Trx,
  file: FileInCurrency,
  { rest, net, received, day }: Received,
  now: Date,
): Promise<void> {
  const { merchant_id, id, currency_code } = file
  const [said, expected] = [Number(received), Number(net)]
  if (!Number.isSafeInteger(said) || !Number.isSafeInteger(expected)) throw new Refusal('amount_too_large')
  const facts: DifferenceFacts = {
    ...{ merchant_id, id: newId(now).id, type: 'RECEIVED', book_id: rest.book_id, processor_id: rest.processor_id },
    ...{ transaction_id: null, said, currency_code, expected, expected_currency_code: currency_code },
  }
  await book(trx, arising(facts))
  const { rows } = await sql<{ line: number }>`
    select -count(*)::int as line from reconciliation_difference
    where merchant_id = ${merchant_id} and file_id = ${id} and type = 'RECEIVED'`.execute(trx)
  // It is of the file as a whole, and of no line: lines begin at 1.
  const difference = { ...facts, file_id: id, line: rows[0]?.line ?? 0, line_kind: 'payout', subject_id: null }
  await writeDifferences(trx, file, day, [{ ...difference, status: 'OPEN' }], now)
}
