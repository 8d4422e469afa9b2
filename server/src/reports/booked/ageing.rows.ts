import { ageing } from '@kontor/contract/reports/booked/ageing.entity'
import { sql } from 'kysely'
import { payableOf } from '../../ledger/payable-of.ts'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Source } from '../../platform/rows/list.ts'
import { today } from '../../pricing/business-days.ts'
import { ageBy } from '../../reconciliation/ageing.ts'
import { owed } from '../../settlements/debt.ts'
import { outstanding } from '../../settlements/invoices/invoice.rows.ts'
import { settledBooks } from '../../settlements/settled-books.ts'

const ofBook = (row: string) =>
  sql.raw(
    `${row}.merchant_id = b.merchant_id and ${row}.book_id = b.book_id and ${row}.currency_code = b.currency_code`,
  )

/** The books that the actor sees with their last settlement, if they have one, and what it left to be paid. */
const books = (actor: Actor) => sql`
  select b.merchant_id, b.book_id, b.currency_code, k.bank_account_id, s.id as settlement_id, s.number, s.carried, upper(s.covers) as until,
    ${owed} as owed
  from of_book b join ledger_book k on k.merchant_id = b.merchant_id and k.id = b.book_id
    left join settlement_profile p on ${ofBook('p')}
    cross join lateral (select b.merchant_id, coalesce(p.organisation_id, b.merchant_id) as organisation_id) place
    left join lateral (select * from settlement s where ${ofBook('s')} order by upper(s.covers) desc limit 1) s on true
  where ${visibleTo(actor, 'place')}`

/** Since when a book is below zero: after the last settlement that was not. */
const sinceDebt = sql`
  select min(upper(x.covers)) from settlement x where ${ofBook('x')} and x.carried < 0
    and upper(x.covers) > coalesce((select max(upper(y.covers)) from settlement y where ${ofBook('y')} and y.carried >= 0), '-infinity')`

/** Since when something is carried: from the last settlement on that paid anything, or after the last one that carried nothing. */
const sinceCarried = sql`
  select min(upper(x.covers)) from settlement x where ${ofBook('x')} and x.carried > 0
    and upper(x.covers) > coalesce((select max(case when y.carried <= 0 then upper(y.covers) when y.paid > 0 then upper(y.covers) - 1 end)
      from settlement y where ${ofBook('y')}), '-infinity')`

/**
 * What came after the last settlement, without what covered its debt: that is taken off there. So the items of a book add up to what
 * it is owed.
 */
const unsettled = sql`
  select sum(${payableOf('a')}) + least(b.carried, 0) + b.owed as amount, min(a.available_on) as since
  from ledger_available a join ledger_kind k using (kind)
  where ${ofBook('a')} and 30 in (k.debit, k.credit) and (b.until is null or a.available_on >= b.until)`

const ageOfDays = ageBy((days) => sql`days <= ${sql.lit(days)}`)

/** From settlements, payouts and invoices that are not paid, and the sums of days since the last settlement of each book. */
export const ageingSource: Source = {
  entity: ageing,
  as: 'provider',
  rows: (_db, actor) => sql`
    select md5(concat_ws(' ', merchant, book_id, currency_code, open_item, coalesce(settlement, invoice)))::uuid as id, open_item, since, days,
      ${ageOfDays} as age, amount::bigint as amount, currency_code, bank_account, settlement, settlement_number, invoice, invoice_number, merchant
    from (
      with recursive ${settledBooks},
      book as materialized (${books(actor)}),
      item as (
        select b.merchant_id, b.book_id, b.currency_code, b.bank_account_id, 'DEBT' as open_item, -b.owed as amount,
          (${sinceDebt}) as since, b.settlement_id, b.number, null::uuid as invoice_id, null as invoice_number
        from book b where b.owed > 0
        union all
        select b.merchant_id, b.book_id, b.currency_code, b.bank_account_id, 'CARRIED', b.carried, (${sinceCarried}), b.settlement_id, b.number, null, null
        from book b where b.carried > 0
        union all
        select b.merchant_id, b.book_id, p.currency_code, b.bank_account_id, 'PAYOUT', p.amount, p.pay_on, p.id, p.number, null, null
        from payout p join settlement s on s.merchant_id = p.merchant_id and s.id = p.id join book b on ${ofBook('s')}
        where p.status not in ('PAID', 'RETURNED')
        union all
        select b.merchant_id, b.book_id, b.currency_code, b.bank_account_id, 'UNSETTLED', u.amount, u.since, null, null, null, null
        from book b cross join lateral (${unsettled}) u where u.amount <> 0
        union all
        select i.merchant_id, null, i.currency_code, null, 'INVOICE', -${outstanding}, i.due_on, null, null, i.id, i.number
        from invoice i where i.due > 0 and ${outstanding} > 0 and ${visibleTo(actor, 'i')})
      select i.open_item, i.since, greatest(0, ${today} - i.since) as days, i.amount, i.currency_code, i.bank_account_id as bank_account,
        i.settlement_id as settlement, i.number as settlement_number, i.invoice_id as invoice, i.invoice_number,
        i.merchant_id as merchant, i.book_id
      from item i) x`,
}
