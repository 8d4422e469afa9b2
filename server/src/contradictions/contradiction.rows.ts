import { contradiction } from '@kontor/contract/contradictions/contradiction.entity'
import { transactionStatuses } from '@kontor/contract/payments/transaction.rules'
import { sql } from 'kysely'
import { doubtedIn } from '../engine/contradictions/doubts.ts'
import { visibleTo } from '../platform/db/actor.ts'
import type { Source } from '../platform/rows/list.ts'

/** The present status where `we_say` is one of a payment or refund. Null: it is of an attempt or a chargeback, or a word of our own. */
const weSayNow = sql<string | null>`case
  when contradiction.kind = 'refund' then refund.status
  when contradiction.kind in ('chargeback', 'answer') or contradiction.superseded then null
  when contradiction.we_say = any(${transactionStatuses}::text[]) then transaction.status end`

export const contradictionSource: Source = {
  entity: contradiction,
  keyedByTime: true,
  rows: (db, actor) =>
    db
      .selectFrom('contradiction')
      .leftJoin('transaction', (join) =>
        join
          .onRef('transaction.merchant_id', '=', 'contradiction.merchant_id')
          .onRef('transaction.created_at', '=', 'contradiction.transaction_created_at')
          .onRef('transaction.id', '=', 'contradiction.transaction_id'),
      )
      .leftJoin('refund', (join) =>
        join
          .onRef('refund.merchant_id', '=', 'contradiction.merchant_id')
          .onRef('refund.transaction_id', '=', 'contradiction.transaction_id')
          .onRef('refund.id', '=', 'contradiction.refund_id'),
      )
      .leftJoin('processor', (join) =>
        join
          .onRef('processor.merchant_id', '=', 'contradiction.merchant_id')
          .onRef('processor.id', '=', 'contradiction.processor_id'),
      )
      .where(visibleTo(actor, 'contradiction'))
      .select([
        'contradiction.id',
        'contradiction.created_at',
        'contradiction.state',
        'contradiction.kind',
        'contradiction.we_say',
        weSayNow.as('we_say_now'),
        'contradiction.they_say',
        'contradiction.our_amount',
        'contradiction.currency_code',
        'contradiction.their_amount',
        'contradiction.their_currency_code',
        'contradiction.superseded',
        'contradiction.transaction_id as transaction',
        'transaction.merchant_reference',
        'contradiction.refund_id as refund',
        doubtedIn('subscription').as('subscription'),
        doubtedIn('scheduled payment').as('scheduled_transaction'),
        'contradiction.other_transaction_id as other_transaction',
        'contradiction.operation_id as operation',
        'contradiction.processor_id as processor',
        'processor.name as processor_name',
        'contradiction.processor_id_external',
        'contradiction.notification_id as notification',
        'contradiction.reported_at',
        'contradiction.resolved_at',
        'contradiction.resolved_by',
        'contradiction.note',
        'contradiction.organisation_id as organisation',
        'contradiction.merchant_id as merchant',
      ]),
}
