import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { tax } from '@kontor/contract/reports/booked/tax.entity'
import { sql } from 'kysely'
import { ofBook } from '../../ledger/ledger-balance.ts'
import { standardRate } from '../../ledger/vat-rate.ts'
import type { Source } from '../../platform/rows/list.ts'
import { booksInView } from './booked-books.ts'

const { vat, vat_less } = ledgerKinds

/** One-offs have their VAT beside them, at the rate of their day, or none. */
const oneOffs = sql`
  select o.merchant_id, date_trunc('month', o.booked_on)::date as month, 'one_offs' as taxed, o.currency_code,
    case when x.vat <> 0 then ${standardRate('i.country_code', sql`o.booked_on`)} else 0 end as ppm, -o.amount as base, x.vat
  from book join one_off o on ${ofBook('o')} cross join installation i
    cross join lateral (select coalesce(sum(case t.kind when ${sql.lit(vat.kind)} then t.amount else -t.amount end), 0) as vat
      from ledger_transfer t where t.merchant_id = o.merchant_id and t.business_day = o.booked_on and t.subject_id = o.id
        and t.kind in (${sql.lit(vat.kind)}, ${sql.lit(vat_less.kind)})) x
  where o.vat and o.status = 'BOOKED' and o.booked_on <= (select closed_through from ledger_day)`

/** From the totals of months, and few one-offs: it adds up to what invoices say. */
export const taxSource: Source = {
  entity: tax,
  rows: (_db, actor) => sql`
    select md5(concat_ws(' ', merchant_id, currency_code, month, taxed, ppm))::uuid as id, month, taxed,
      (ppm / 10000.0)::float8 as vat_percentage, sum(base)::bigint as base, sum(vat)::bigint as vat, currency_code,
      merchant_id as merchant
    from (
      with book as materialized (${booksInView(actor)})
      select v.merchant_id, v.month, 'fees' as taxed, v.currency_code, v.ppm, v.fees as base, v.vat
      from book join ledger_vat v on ${ofBook('v')}
      union all ${oneOffs}) x
    group by merchant_id, currency_code, month, taxed, ppm`,
}
