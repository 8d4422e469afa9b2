import { scheduledTransaction } from '@kontor/contract/scheduled/scheduled-transaction.entity'
import { sql } from 'kysely'
import { cardName } from '../customers/card.rows.ts'
import { readsCustomers, searchOfCustomer } from '../customers/customer-search.ts'
import { toldName } from '../platform/changes/own-people.ts'
import { visibleTo } from '../platform/db/actor.ts'
import type { Source } from '../platform/rows/list.ts'

export const scheduledTransactionSource: Source = {
  entity: scheduledTransaction,
  keyedByTime: true,
  rows: (db, actor) =>
    db
      .selectFrom('scheduled_transaction')
      .leftJoin('customer', (join) =>
        join
          .onRef('customer.merchant_id', '=', 'scheduled_transaction.merchant_id')
          .onRef('customer.id', '=', 'scheduled_transaction.customer_id'),
      )
      .leftJoin('card', (join) =>
        join
          .onRef('card.merchant_id', '=', 'scheduled_transaction.merchant_id')
          .onRef('card.id', '=', 'scheduled_transaction.card_id'),
      )
      .leftJoin('payment_profile', (join) =>
        join
          .onRef('payment_profile.merchant_id', '=', 'scheduled_transaction.merchant_id')
          .onRef('payment_profile.id', '=', 'scheduled_transaction.payment_profile_id'),
      )
      .where(visibleTo(actor, 'scheduled_transaction'))
      .select([
        'scheduled_transaction.id',
        'scheduled_transaction.created_at',
        'scheduled_transaction.due_at',
        'scheduled_transaction.amount',
        'scheduled_transaction.currency_code',
        'scheduled_transaction.merchant_reference',
        'scheduled_transaction.customer_id as customer',
        sql<string | null>`coalesce(nullif(concat_ws(' ', customer.first_name, customer.last_name), ''),
          ${readsCustomers(actor) ? sql`customer.email_address` : sql`null`})`.as('customer_name'),
        'scheduled_transaction.card_id as card',
        cardName('card').as('card_name'),
        'scheduled_transaction.retry_policy',
        'scheduled_transaction.attempts',
        'scheduled_transaction.next_attempt_at',
        'scheduled_transaction.status',
        'scheduled_transaction.status_reason',
        'scheduled_transaction.last_status_update',
        sql<string | null>`(select a.transaction_id from scheduled_attempt a
          where a.merchant_id = scheduled_transaction.merchant_id and a.scheduled_id = scheduled_transaction.id
          and a.attempt = scheduled_transaction.attempts)`.as('transaction'),
        'scheduled_transaction.cancelled_at',
        toldName(actor, 'scheduled_transaction.created_by').as('created_by'),
        'scheduled_transaction.payment_profile_id as payment_profile',
        'payment_profile.name as payment_profile_name',
        'scheduled_transaction.organisation_id as organisation',
        'scheduled_transaction.merchant_id as merchant',
      ]),
  searches: { customer: searchOfCustomer },
}
