import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { type RawBuilder, sql } from 'kysely'
import { ofMonths, signedFee } from './kind-numbers.ts'

/**
 * The fees of the month that ends on the `day` of a row, of its merchant in its currency, in minor units: of all books, but none for
 * the month itself.
 */
export const feesOfMonth = (row: string): RawBuilder<unknown> => sql`
  coalesce((select sum(b.credit - b.debit) from ledger_balance b
    where b.merchant_id = ${sql.ref(`${row}.merchant_id`)} and b.currency_code = ${sql.ref(`${row}.currency_code`)}
      and b.code = ${sql.lit(revenue)}
      and b.business_day between date_trunc('month', ${sql.ref(`${row}.day`)})::date and ${sql.ref(`${row}.day`)}), 0)
  - coalesce((select sum(${signedFee}) from ledger_transfer t
    where t.merchant_id = ${sql.ref(`${row}.merchant_id`)} and t.currency_code = ${sql.ref(`${row}.currency_code`)}
      and t.business_day = ${sql.ref(`${row}.day`)} and t.transaction_id is null and t.kind in (${ofMonths})), 0)`

const revenue = ledgerKinds.fee.credit
