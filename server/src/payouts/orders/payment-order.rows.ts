import { paymentOrder } from '@kontor/contract/payouts/payment-order.entity'
import { sql } from 'kysely'
import type { Source } from '../../platform/rows/list.ts'

export const paymentOrderSource: Source = {
  entity: paymentOrder,
  as: 'provider',
  rows: (db) =>
    db
      .selectFrom('payment_order')
      .select([
        'payment_order.id',
        'payment_order.created_at',
        'payment_order.status',
        'payment_order.last_status_update',
        'payment_order.provider_bank_account_id as psp_bank_account',
        'payment_order.currency_code',
        'payment_order.execution_day',
        'payment_order.count as payouts',
        'payment_order.sum',
        'payment_order.sha256',
        'payment_order.created_by',
        'payment_order.approved_by',
        'payment_order.approved_at',
        'payment_order.exported_by',
        'payment_order.exported_at',
        sql<number>`(select count(*) from payment_order_download d where d.order_id = payment_order.id)::int`.as(
          'downloads',
        ),
        'payment_order.withdrawn_by',
        'payment_order.withdrawal_reason',
      ]),
}
