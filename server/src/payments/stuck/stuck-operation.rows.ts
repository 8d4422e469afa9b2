import { stuckOperation } from '@kontor/contract/payments/stuck-operation.entity'
import { sql } from 'kysely'
import { visibleTo } from '../../platform/db/actor.ts'
import type { Source } from '../../platform/rows/list.ts'
import { cancelsReferenceIn } from '../../processors/gateways.ts'

/** What a resumption is about is its authorization. */
const authorizationOf = sql`case when outbox.topic = 'processor.resume' then outbox.payload ->> 'of' else outbox.id::text end`
const isCancelled = sql<boolean>`transaction.status in ('CANCELLED', 'AUTHORIZATION_VOIDED')`

/**
 * The orders whose outcome is missing, and those that were missing one. The index of `overdue_at` has these and the few
 * that are not late yet.
 */
export const stuckOperationSource: Source = {
  entity: stuckOperation,
  rows: (db, actor) =>
    db
      .selectFrom('outbox')
      .innerJoin('transaction', (join) =>
        join
          .onRef('transaction.merchant_id', '=', 'outbox.merchant_id')
          .onRef('transaction.created_at', '=', 'outbox.transaction_created_at')
          .onRef('transaction.id', '=', 'outbox.transaction_id'),
      )
      .leftJoin('refund', (join) =>
        join
          .onRef('refund.merchant_id', '=', 'outbox.merchant_id')
          .onRef('refund.transaction_id', '=', 'outbox.transaction_id')
          .onRef('refund.id', '=', 'outbox.refund_id'),
      )
      .leftJoin('chargeback', (join) =>
        join
          .onRef('chargeback.merchant_id', '=', 'outbox.merchant_id')
          .onRef('chargeback.transaction_id', '=', 'outbox.transaction_id')
          .onRef('chargeback.id', '=', 'outbox.chargeback_id'),
      )
      .leftJoin('payment_attempt', (join) =>
        join
          .onRef('payment_attempt.merchant_id', '=', 'outbox.merchant_id')
          .onRef('payment_attempt.transaction_created_at', '=', 'outbox.transaction_created_at')
          .onRef('payment_attempt.transaction_id', '=', 'outbox.transaction_id')
          .onRef('payment_attempt.id', '=', 'outbox.id'),
      )
      .leftJoin('outbox_resolution', (join) =>
        join
          .onRef('outbox_resolution.merchant_id', '=', 'outbox.merchant_id')
          .onRef('outbox_resolution.outbox_id', '=', 'outbox.id'),
      )
      .leftJoin('processor', (join) =>
        join
          .onRef('processor.merchant_id', '=', 'outbox.merchant_id')
          .on(sql<boolean>`processor.id = coalesce(payment_attempt.processor_id, transaction.processor_id)`),
      )
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('outbox as other')
            .select(['other.id', 'other.done_at'])
            .whereRef('other.merchant_id', '=', 'outbox.merchant_id')
            .whereRef('other.transaction_id', '=', 'outbox.transaction_id')
            .where(sql<boolean>`other.topic = 'processor.cancel_reference'`)
            .where(sql<boolean>`other.payload ->> 'of' = ${authorizationOf}`)
            .orderBy('other.id', 'desc')
            .limit(1)
            .as('cancellation'),
        (join) => join.onTrue(),
      )
      .where('outbox.overdue_at', 'is not', null)
      // The function of the engine's time is volatile: called here, it would keep PostgreSQL from using the index.
      .where(
        sql<boolean>`outbox.overdue_at <= now() + coalesce((select clock_offset_ms from installation), 0) * interval '1 millisecond'`,
      )
      .where(visibleTo(actor, 'transaction'))
      .select([
        'outbox.id',
        'outbox.created_at',
        sql<string>`replace(outbox.topic, 'processor.', '')`.as('operation'),
        sql<string>`case when outbox.done_at is not null then 'ENDED' when outbox.parked_at is not null then 'PARKED'
          else 'OVERDUE' end`.as('state'),
        'transaction.merchant_reference',
        'transaction.payment_product',
        sql<number>`coalesce(refund.amount, chargeback.amount, (outbox.payload ->> 'amount')::bigint, transaction.amount)`.as(
          'amount',
        ),
        'transaction.currency_code',
        'outbox.overdue_at',
        'outbox.parked_why',
        'outbox.first_sent_at',
        'outbox.attempts',
        'transaction.processor_id_external',
        'outbox.done_at as ended_at',
        sql<
          string | null
        >`case when cancellation.id is null then null when cancellation.done_at is null then 'UNDER_WAY'
          when ${isCancelled} then 'DONE' else 'NOT_DONE' end`.as('cancellation'),
        sql<string | null>`case when cancellation.done_at is not null and not ${isCancelled} and outbox.done_at is null
          then transaction.status_reason end`.as('cancellation_reason'),
        sql<boolean>`outbox.topic in ('processor.authorize', 'processor.resume') and outbox.done_at is null
          and outbox.parked_at is not null and coalesce(${cancelsReferenceIn(sql.ref('processor.gateway'))}, false)`.as(
          'may_cancel',
        ),
        'outbox_resolution.outcome as seen',
        'outbox_resolution.seen_where',
        'outbox_resolution.actor_name as seen_by',
        'outbox.transaction_id as transaction',
        'outbox.refund_id as refund',
        sql<
          string | null
        >`coalesce(refund.processor_id, chargeback.processor_id, payment_attempt.processor_id, transaction.processor_id)`.as(
          'processor',
        ),
        'transaction.organisation_id as organisation',
        'outbox.merchant_id as merchant',
      ]),
}
