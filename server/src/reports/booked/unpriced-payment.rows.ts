import { unpricedPayment } from '@kontor/contract/reports/booked/unpriced-payment.entity'
import { sql } from 'kysely'
import type { Source } from '../../platform/rows/list.ts'
import { numbersOf } from '../../pricing/kind-numbers.ts'
import { idOfTransfer, transfersOf } from './transfer.rows.ts'

export const unpricedPaymentSource: Source = {
  entity: unpricedPayment,
  as: 'provider',
  plannedByValues: true,
  rows: (_db, actor) => sql`
    select ${idOfTransfer} as id, t.business_day, t.transaction_id as transaction, payment.merchant_reference,
      payment.payment_product, t.amount, t.currency_code, t.merchant_id as merchant
    from ${transfersOf(actor)} where t.kind in (${numbersOf('capture')}) and t.scheme_line is null`,
}
