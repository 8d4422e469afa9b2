import type { PayoutStatus } from '@kontor/contract/payouts/payout.rules'
import { sql } from 'kysely'
import { book, type NewTransfer } from '../ledger/book.ts'
import type { Trx } from '../platform/db/database.ts'

/** A payout, locked, with what its bookings need. */
export interface Bookable {
  merchant_id: string
  id: string
  amount: string
  status: PayoutStatus
  payment_order_id: string | null
  book_id: string
  organisation_id: string
  currency_code: string
}

export interface Paid {
  payout: Bookable
  /** The day at the bank. */
  on: string
  reference: string | null
  /** A person said so, and no statement of the bank yet. */
  by_hand: boolean
}

/** Writes and books that payouts were paid from an account of the provider: their settlements and orders follow. */
export async function writePaid(trx: Trx, account: { id: string }, paid: readonly Paid[]): Promise<void> {
  if (paid.length === 0) return
  const said = paid.map(({ payout: { merchant_id, id, status }, on, reference, by_hand }) => ({
    ...{ merchant_id, id, on, reference, left: status === 'EXPORTED', from: by_hand ? account.id : null },
  }))
  await sql`update payout p set status = 'PAID', paid_on = x.on, bank_reference = x.reference, paid_by_hand_from = x.from,
      payment_order_id = case when x.left then p.payment_order_id end
    from json_to_recordset(${JSON.stringify(said)})
      as x(merchant_id uuid, id uuid, "on" date, reference text, "left" boolean, "from" uuid)
    where p.merchant_id = x.merchant_id and p.id = x.id`.execute(trx)
  const payouts = paid.map(({ payout }) => payout)
  await settlementsTo(trx, 'PAID', payouts)
  await bookPayouts(trx, account, payouts, { kind: 'payout_booked', available: 'never' })
  const orders = payouts.map(({ payment_order_id }) => payment_order_id).filter((id) => id !== null)
  await sql`update payment_order o set status = case when exists (select from payout p where p.payment_order_id = o.id
      and p.status = 'EXPORTED') then 'PARTLY_BOOKED' else 'BOOKED' end
    where o.id = any(${orders}::uuid[]) and o.status in ('EXPORTED', 'PARTLY_BOOKED')`.execute(trx)
}

export const settlementsTo = (
  trx: Trx,
  status: 'PAID' | 'RETURNED',
  moved: readonly Pick<Bookable, 'merchant_id' | 'id'>[],
) =>
  sql`update settlement set status = ${status} where (merchant_id, id) in (select merchant_id, id
    from json_to_recordset(${JSON.stringify(moved.map(({ merchant_id, id }) => ({ merchant_id, id })))})
      as x(merchant_id uuid, id uuid))`.execute(trx)

export const bookPayouts = (
  trx: Trx,
  { id: sub_id }: { id: string },
  payouts: readonly Bookable[],
  how: Pick<NewTransfer, 'kind' | 'available'>,
) =>
  book(
    trx,
    payouts.map(({ merchant_id, book_id, organisation_id, currency_code, amount, id }) => ({
      ...{ merchant_id, book_id, organisation_id, currency_code, amount: BigInt(amount), subject_id: id },
      ...{ ...how, sub_id },
    })),
  )
