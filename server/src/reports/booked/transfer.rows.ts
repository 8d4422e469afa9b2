import { merchantKinds } from '@kontor/contract/ledger/ledger.rules'
import { reserveKinds } from '@kontor/contract/reports/booked/reserve-movement.entity'
import { pspTransfer, transfer } from '@kontor/contract/reports/booked/transfer.entity'
import { sql } from 'kysely'
import { ofBook } from '../../ledger/ledger-balance.ts'
import { paymentOf } from '../../ledger/payment-of.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Source } from '../../platform/rows/list.ts'
import { numbersOf } from '../../pricing/kind-numbers.ts'
import { booksInView } from './booked-books.ts'

/** The number of a transfer as an id. */
export const idOfTransfer = sql`lpad(to_hex(t.seq), 32, '0')::uuid`

/** The transfers of the books that the actor sees, with their payments. */
export const transfersOf = (actor: Actor) => sql`(${booksInView(actor)}) book
  join ledger_transfer t on ${ofBook('t')} join ledger_kind k using (kind) left join transaction payment on ${paymentOf('t')}`

const shared = sql`${idOfTransfer} as id, t.business_day, t.available_on, t.currency_code, payment.merchant_reference,
  t.transaction_id as transaction, t.subject_id as subject, t.merchant_id as merchant, k.name as kind`

const signed = (code: 30 | 31) =>
  sql`(case ${sql.lit(code)} when k.credit then t.amount when k.debit then -t.amount else 0 end)`
/** What it adds to the amount that is held. */
export const heldBy = signed(31)

/** A part that is given back is of a payment, to which it leads. */
const heldOn = sql`case when t.transaction_id is null then t.of_day end`

export const transferSource: Source = {
  entity: transfer,
  plannedByValues: true,
  rows: (_db, actor) => sql`
    select ${shared}, ${signed(30)} as amount, ${heldBy} as held, t.release_on, ${heldOn} as held_on
    from ${transfersOf(actor)} where t.kind in (${numbersOf(...merchantKinds)})`,
}

export const pspTransferSource: Source = {
  entity: pspTransfer,
  as: 'provider',
  plannedByValues: true,
  rows: (_db, actor) => sql`
    select ${shared}, t.amount, debit.name as debit, credit.name as credit, t.sub_id as kept_apart_by, t.scheme_line, t.reason
    from ${transfersOf(actor)} join ledger_code debit on debit.code = k.debit join ledger_code credit on credit.code = k.credit`,
}

export const ofReserve = sql`t.kind in (${numbersOf(...reserveKinds)})`
