import { invoice } from '@kontor/contract/settlements/invoices/invoice.entity'
import { type RawBuilder, sql } from 'kysely'
import { visibleTo } from '../../platform/db/actor.ts'
import type { Source } from '../../platform/rows/list.ts'
import { numbersOf } from '../../pricing/kind-numbers.ts'

// Those whose settlements take a part of it.
const books = sql`invoice_book b where b.merchant_id = i.merchant_id and b.invoice_id = i.id and b.is_taken`

const isCredited = sql`exists (select from invoice c where c.merchant_id = i.merchant_id and c.credits = i.id)`

/** What an invoice `i` asks for and nobody has paid, in minor units. The one that follows a credit note asks for less what was paid. */
export const outstanding = sql`(case when i.due = 0 or ${isCredited} then 0 else i.due - coalesce((
  select sum(t.amount) from ledger_transfer t where t.merchant_id = i.merchant_id and t.subject_id = i.id and t.transaction_id is null
    and t.kind in (${numbersOf('invoice_paid', 'invoice_taken')}) and t.business_day > i.month), 0) end)::bigint`

/** True when settlements have taken all days on which what an invoice charged became available in a book (`book_id`, `available`). */
export const isSettled = (
  book: string,
  merchant: RawBuilder<unknown>,
  currency: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`
  exists (select from settlement s where s.merchant_id = ${merchant} and s.book_id = ${sql.ref(`${book}.book_id`)}
    and s.currency_code = ${currency} and upper(s.covers) >= upper(${sql.ref(`${book}.available`)}))`

/** What became of an invoice follows from the settlements and credit notes that there are. */
export const invoiceSource: Source = {
  entity: invoice,
  rows: (_db, actor) => sql`
    select i.id, i.created_at, i.number, i.kind,
      case when ${isCredited} then 'CREDITED'
        when ${outstanding} <> 0 then 'ISSUED'
        when exists (select from ${books} and not ${isSettled('b', sql.ref('i.merchant_id'), sql.ref('i.currency_code'))}) then 'ISSUED'
        else 'SETTLED' end as status,
      i.issued_on, i.month as covers_from, (i.month + interval '1 month')::date - 1 as covers_through, i.currency_code,
      i.net, i.vat, i.total, i.due, i.due_on,
      ${outstanding} as outstanding,
      array(select s.number from settlement s join invoice_book b on b.merchant_id = s.merchant_id and b.book_id = s.book_id
        where b.merchant_id = i.merchant_id and b.invoice_id = i.id and b.is_taken and s.currency_code = i.currency_code
          and s.covers && b.available order by lower(s.covers), s.number) as settled_in,
      i.credits, i.reason, i.sha256, m.mailed_at, m.mails, i.organisation_id as organisation, i.merchant_id as merchant
    from invoice i left join invoice_mail m on m.merchant_id = i.merchant_id and m.invoice_id = i.id
    where ${visibleTo(actor, 'i')}`,
}
