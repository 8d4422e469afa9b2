import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { fixed } from '../../platform/db/kept-plans.ts'
import type { Settled } from '../settled.ts'

export interface UnderWay {
  /** The last day that is settled: `2026-10-31`. */
  through: string
  /** Also refunds that succeeded and wait to be booked. Needs the provider's role: nobody else reads the queue. */
  withQueue: boolean
}

/**
 * Refunds of a book that no settlement through this day has taken from the merchant, in minor units: those whose end is not known
 * yet, and those that succeeded and are part of a later settlement. They are not paid out: their money could leave a second time.
 * A refund belongs to the book in which its payment was booked, and of an imported payment, which is not booked, to that of its shop.
 * Chargebacks are not among them: the settlement that covers them
 * takes them. One statement, because a refund goes from one of its parts to the next while trade goes on. It is kept, because it names
 * the ledger's partitions three times: a plan takes many times as long as reading.
 */
export async function refundsUnderWay(db: Reader, of: Settled, { through, withQueue }: UnderWay): Promise<bigint> {
  const { merchant_id, book_id, currency_code } = of
  const { refund, refund_undone } = ledgerKinds
  const isOfBook = (from: string): RawBuilder<unknown> =>
    sql`refunds_booked_in(${merchant_id}, ${book_id}, ${currency_code}, ${sql.ref(`${from}.transaction_created_at`)},
      ${sql.ref(`${from}.transaction_id`)})`
  // A refund that is taken back as late as it is taken. One that a settlement took before comes back for itself alone.
  const takenBack = sql`refunds_taken_back(${merchant_id}, ${book_id}, ${currency_code}, ${through})`
  const waiting = sql`
    union all
    select e.amount from ledger_event e where e.merchant_id = ${merchant_id} and e.kind = ${refund.kind} and ${isOfBook('e')}`
  const { rows } = await sql<{ amount: string }>`${fixed}
    select coalesce(sum(amount), 0)::text as amount from (
      select r.amount from refund r
      where r.merchant_id = ${merchant_id} and r.status in ('PENDING', 'HOLD', 'UNKNOWN') and ${isOfBook('r')}
      union all
      select coalesce(sum(amount) filter (where kind = ${refund.kind}), 0)
        - case when bool_or(kind = ${refund_undone.kind}) then ${takenBack} else 0 end
      from ledger_available
      where merchant_id = ${merchant_id} and book_id = ${book_id} and currency_code = ${currency_code}
        and kind in (${refund.kind}, ${refund_undone.kind}) and available_on > ${through}::date
      ${withQueue ? waiting : sql``}) held`.execute(db)
  return BigInt(rows[0]?.amount ?? 0)
}
