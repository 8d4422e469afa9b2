import { fee } from '@kontor/contract/reports/booked/fee.entity'
import { sql } from 'kysely'
import type { Source } from '../../platform/rows/list.ts'
import { ofFees, signedFee } from '../../pricing/kind-numbers.ts'
import { baseOf } from '../../pricing/versions/base-of.ts'
import { idOfTransfer, transfersOf } from './transfer.rows.ts'

/** A fee names its line, and what the line priced is booked with it. A merchant sees the lines of its own prices alone. */
export const feeSource: Source = {
  entity: fee,
  plannedByValues: true,
  rows: (_db, actor) => sql`
    select ${idOfTransfer} as id, t.business_day, k.name as kind, t.part, x.amount,
      t.currency_code, l.event, ${baseOf('x.amount', sql`priced.amount`)} as of_amount, s.name as scheme_name, v.number as version,
      l.position as line,
      vat.percentage as vat_percentage, payment.payment_product, payment.merchant_reference, t.transaction_id as transaction,
      t.subject_id as subject, t.merchant_id as merchant
    from ${transfersOf(actor)}
      cross join lateral (select ${signedFee} as amount) x
      left join scheme_line l on l.id = t.scheme_line
      left join scheme_version v on v.id = l.version_id
      left join scheme s on s.id = v.scheme_id
      left join lateral (select e.amount from ledger_transfer e join ledger_kind of using (kind)
        where e.merchant_id = t.merchant_id and e.transaction_id = t.transaction_id and e.subject_id = t.subject_id
          and of.name = l.event order by e.business_day, e.seq limit 1) priced on true
      left join lateral (select case count(*) when 1 then (max(m.ppm) / 10000.0)::float8 end as percentage from ledger_vat m
        where m.merchant_id = t.merchant_id and m.book_id = t.book_id and m.currency_code = t.currency_code
          and m.month = date_trunc('month', t.business_day)::date) vat on true
    where t.kind in (${ofFees})`,
}
