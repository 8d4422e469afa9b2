import { sql } from 'kysely'
import { numbersOf, ofFees } from '../pricing/kind-numbers.ts'

/** True for a transfer `t` of what an invoice charges: fees with their corrections, VAT, and one-offs with VAT. */
export const isChargedByInvoices = sql<boolean>`(t.kind in (${ofFees}, ${numbersOf('vat', 'vat_less')})
  or (t.kind in (${numbersOf('one_off_credit', 'one_off_debit')}) and exists (
    select from one_off o where o.merchant_id = t.merchant_id and o.id = t.subject_id and o.vat)))`
