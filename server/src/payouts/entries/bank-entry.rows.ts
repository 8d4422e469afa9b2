import { bankEntry } from '@kontor/contract/payouts/entries/bank-entry.entity'
import { sql } from 'kysely'
import type { Source } from '../../platform/rows/list.ts'

export const bankEntrySource: Source = {
  entity: bankEntry,
  as: 'provider',
  rows: () => sql`
    select e.id, e.created_at, e.booked_on, e.amount, a.currency_code, e.state, e.provider_bank_account_id as psp_bank_account,
      e.counterparty, e.remittance, e.end_to_end, e.bank_reference, e.return_reason, coalesce(e.payout_id, e.debt_id) as settlement, e.invoice_id as invoice, e.decided_by,
      e.decided_at, e.reason
    from bank_entry e join provider_bank_account a on a.id = e.provider_bank_account_id`,
}
