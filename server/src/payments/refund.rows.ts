import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { refund } from '@kontor/contract/payments/refund.entity'
import { sql } from 'kysely'
import { toldName } from '../platform/changes/own-people.ts'
import { visibleTo } from '../platform/db/actor.ts'
import type { Source } from '../platform/rows/list.ts'

export const refundSource: Source = {
  entity: refund,
  keyedByTime: true,
  costly: ['settlement'],
  rows: (db, actor) =>
    db
      .selectFrom('refund')
      .leftJoin('transaction', (join) =>
        join
          .onRef('transaction.merchant_id', '=', 'refund.merchant_id')
          .onRef('transaction.created_at', '=', 'refund.transaction_created_at')
          .onRef('transaction.id', '=', 'refund.transaction_id'),
      )
      .where(visibleTo(actor, 'refund'))
      .select([
        'refund.id',
        'refund.created_at',
        'transaction.merchant_reference',
        'transaction.payment_product',
        'transaction.amount as transaction_amount',
        'refund.amount',
        'transaction.currency_code',
        'refund.reason',
        'refund.override_chargeback_reason',
        'refund.status',
        'refund.status_reason',
        'refund.last_status_update',
        'refund.processor_id_external',
        toldName(actor, 'refund.created_by').as('created_by'),
        'refund.transaction_id as transaction',
        'transaction.payment_profile_id as payment_profile',
        'transaction.card_id as card',
        sql<
          string | null
        >`case when refund.status = 'PROCESSED' then settlement_of(refund.merchant_id, refund.transaction_id,
          refund.id, ${sql.lit(ledgerKinds.refund.kind)}, refund.created_at) end`.as('settlement'),
        'refund.organisation_id as organisation',
        'refund.merchant_id as merchant',
      ]),
}
