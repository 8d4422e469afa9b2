import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { writingTransfers } from '../write-transfers.ts'

/** A refund, when it or a capture of its payment was just booked. */
export interface Refunded {
  merchant_id: string
  transaction_id: string
  /** The refund. */
  subject_id: string
  /** The subject of what was just booked. */
  booked: string
  /** Nothing of the payment is booked before this day. */
  began: string
}

const { capture, capture_undone, refund, refund_undone, reserve_hold, reserve_release } = ledgerKinds

/** Each is looked up by itself. */
const atOnce = 500

/**
 * Gives back with refunds what was held of their money: after all refunds of a payment together, as large a part of each of its holds
 * as was refunded of what was captured, half away from zero, so that a payment which is refunded as a whole has nothing held. What was
 * released already or used from the reserve is not there to be given back, and closing the days before releases the rest by itself.
 * It is available with what was just booked. The caller has locked `ledger_day`, so no command uses the reserve meanwhile.
 */
export async function giveBackHeld(trx: Trx, refunds: readonly Refunded[]): Promise<void> {
  for (let from = 0; from < refunds.length; from += atOnce) await giveBack(trx, refunds.slice(from, from + atOnce))
}

async function giveBack(trx: Trx, refunds: readonly Refunded[]): Promise<void> {
  await sql`
    with refunded as materialized (
      -- Of several of one payment in a batch the last has all of it.
      select distinct on (r.merchant_id, r.transaction_id) r.merchant_id, r.transaction_id, r.subject_id, r.began, l.business_day,
        l.available_on
      from json_to_recordset(${JSON.stringify(refunds)}) as r(merchant_id uuid, transaction_id uuid, subject_id uuid, booked uuid,
          began date)
        cross join lateral (select l.business_day, l.available_on, l.seq from ledger_transfer l
          where l.merchant_id = r.merchant_id and l.transaction_id = r.transaction_id and l.business_day >= r.began
            and l.subject_id = r.booked and l.kind in (${capture.kind}, ${refund.kind}) order by l.seq desc limit 1) l
      order by r.merchant_id, r.transaction_id, l.business_day desc, l.seq desc),
    hold as materialized (
      select r.merchant_id, r.transaction_id, r.subject_id, r.business_day, r.available_on, h.book_id, h.organisation_id, h.currency_code,
        h.release_on, h.business_day as of_day, h.seq,
        div(2 * h.amount * least(m.refunded, m.captured) + m.captured, 2 * m.captured)::bigint - coalesce(g.amount, 0) as amount
      from refunded r
        cross join lateral (
          select sum(case l.kind when ${capture.kind} then l.amount when ${capture_undone.kind} then -l.amount else 0 end) as captured,
            sum(case l.kind when ${refund.kind} then l.amount when ${refund_undone.kind} then -l.amount else 0 end) as refunded
          from ledger_transfer l
          where l.merchant_id = r.merchant_id and l.transaction_id = r.transaction_id and l.business_day >= r.began
            and l.kind in (${capture.kind}, ${capture_undone.kind}, ${refund.kind}, ${refund_undone.kind})) m
        cross join lateral (select l.* from ledger_transfer l
          where l.merchant_id = r.merchant_id and l.transaction_id = r.transaction_id and l.business_day >= r.began
            and l.kind = ${reserve_hold.kind} and l.release_on >= r.business_day
          -- One by one, whatever the number of refunds seems to be.
          offset 0) h
        left join lateral (select sum(b.amount)::bigint as amount from ledger_transfer b
          where b.merchant_id = r.merchant_id and b.transaction_id = r.transaction_id and b.business_day >= h.business_day
            and b.kind = ${reserve_release.kind} and b.reverses = h.seq) g on true
      where m.captured > 0),
    -- Holds of one day share what is left of them, the oldest first.
    left_over as (
      select o.*, least(o.amount, coalesce(k.amount, 0) - o.earlier)::bigint as given
      from (select h.*, sum(h.amount) over (partition by h.merchant_id, h.book_id, h.currency_code, h.release_on, h.of_day
            order by h.seq) - h.amount as earlier
          from hold h where h.amount > 0) o
        left join ledger_hold k on (k.merchant_id, k.book_id, k.currency_code, k.release_on, k.business_day)
          = (o.merchant_id, o.book_id, o.currency_code, o.release_on, o.of_day)),
    leg as materialized (
      select merchant_id, business_day, book_id, organisation_id, ${sql.lit(reserve_release.kind)}::smallint as kind, currency_code,
        given as amount, null::uuid as sub_id, subject_id, transaction_id, null::int as scheme_line, available_on, release_on, of_day,
        seq as reverses, null::jsonb as actor, null::text as reason
      from left_over where given > 0),
    ${writingTransfers}
    select`.execute(trx)
}
