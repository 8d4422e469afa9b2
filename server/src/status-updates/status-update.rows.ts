import { statusUpdate } from '@kontor/contract/status-updates/status-update.entity'
import { visibleTo } from '../platform/db/actor.ts'
import type { Source } from '../platform/rows/list.ts'

export const statusUpdateSource: Source = {
  entity: statusUpdate,
  keyedByTime: true,
  rows: (db, actor) =>
    db
      .selectFrom('status_update')
      .innerJoin('transaction', (join) =>
        join
          .onRef('transaction.merchant_id', '=', 'status_update.merchant_id')
          .onRef('transaction.created_at', '=', 'status_update.transaction_created_at')
          .onRef('transaction.id', '=', 'status_update.transaction_id'),
      )
      .where(visibleTo(actor, 'status_update'))
      .select([
        'status_update.id',
        'status_update.created_at',
        'status_update.kind',
        'status_update.status',
        'status_update.last_status_update',
        'status_update.item_id as item',
        'status_update.from_status',
        'status_update.to_status',
        'status_update.amount',
        'transaction.currency_code',
        'status_update.reason',
        'status_update.external_reference',
        'status_update.told',
        'status_update.created_by',
        'status_update.created_by_id',
        'status_update.approved_by',
        'status_update.rejected_by',
        'status_update.rejection_reason',
        'status_update.transaction_id as transaction',
        'transaction.merchant_reference',
        'status_update.organisation_id as organisation',
        'status_update.merchant_id as merchant',
      ]),
}
