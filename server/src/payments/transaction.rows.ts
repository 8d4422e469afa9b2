import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { sql } from 'kysely'
import { searchOfCustomer } from '../customers/customer-search.ts'
import { wasApproved } from '../engine/records/was-approved.ts'
import { visibleTo } from '../platform/db/actor.ts'
import type { Source } from '../platform/rows/list.ts'

/**
 * Every transaction that the actor may see. All joins are outer joins on whole keys, so PostgreSQL skips them in a count.
 */
export const transactionSource: Source = {
  entity: transaction,
  keyedByTime: true,
  costly: ['settlement'],
  rows: (db, actor) =>
    db
      .selectFrom('transaction')
      .leftJoin('customer', (join) =>
        join
          .onRef('customer.merchant_id', '=', 'transaction.merchant_id')
          .onRef('customer.id', '=', 'transaction.customer_id'),
      )
      .leftJoin('payment_profile', (join) =>
        join
          .onRef('payment_profile.merchant_id', '=', 'transaction.merchant_id')
          .onRef('payment_profile.id', '=', 'transaction.payment_profile_id'),
      )
      .where(visibleTo(actor, 'transaction'))
      .select([
        'transaction.id',
        'transaction.created_at',
        'transaction.merchant_reference',
        'transaction.amount',
        'transaction.currency_code',
        'transaction.status',
        'transaction.status_reason',
        'transaction.last_status_update',
        'transaction.payment_product',
        'transaction.payment_product_type',
        'transaction.recurring_type',
        'transaction.captured_amount',
        'transaction.refund_reserved as refunded_amount',
        'transaction.reversals',
        'transaction.blocked',
        'transaction.tagged',
        'transaction.customer_id as customer',
        'transaction.country_code',
        'transaction.card_brand',
        'transaction.card_bin',
        'transaction.card_last_four',
        'transaction.card_issuer_country',
        'transaction.card_funding',
        'transaction.card_holder',
        'transaction.channel',
        'transaction.three_d_secure',
        'transaction.challenged',
        sql<string | null>`(select d.three_d_secure from decision d where d.merchant_id = transaction.merchant_id
          and d.transaction_created_at = transaction.created_at and d.transaction_id = transaction.id)`.as(
          'three_d_secure_demand',
        ),
        wasApproved('transaction').as('was_approved'),
        'transaction.platform',
        'transaction.browser',
        'transaction.processor_id as processor',
        'transaction.processor_id_external',
        'transaction.terminal_id as terminal',
        'transaction.payment_link_id as payment_link',
        'transaction.card_add_link_id as card_add_link',
        'transaction.payment_profile_id as payment_profile',
        'payment_profile.name as payment_profile_name',
        'transaction.subscription_id as subscription',
        'transaction.subscription_cycle',
        // No payment that is asked for or under way has one, so that it costs those nothing.
        sql<
          string | null
        >`case when transaction.status = 'SETTLEMENT_COMPLETED' then settlement_of(transaction.merchant_id,
          transaction.id, transaction.id, ${sql.lit(ledgerKinds.capture.kind)}, transaction.created_at) end`.as(
          'settlement',
        ),
        'transaction.organisation_id as organisation',
        'transaction.merchant_id as merchant',
        sql<string | null>`nullif(concat_ws(' ', customer.first_name, customer.last_name), '')`.as('customer_name'),
        sql<string[]>`array(select x.tag_id from transaction_tag x where x.merchant_id = transaction.merchant_id
          and x.transaction_created_at = transaction.created_at and x.transaction_id = transaction.id
          order by x.created_at, x.tag_id)`.as('tags'),
        sql<
          string[]
        >`array(select x.ruleset_id from validation_ruleset_hit x where x.merchant_id = transaction.merchant_id
          and x.transaction_created_at = transaction.created_at and x.transaction_id = transaction.id
          order by x.ruleset_id)`.as('rulesets'),
      ]),
  conditions: {
    // The first condition is that of the index, which holds the few payments that have any.
    reversals: (values) => sql`row.reversals <> '{}' and row.reversals && ${values}::text[]`,
    tags: (ids) => sql`row.tagged and exists (select from transaction_tag x where x.merchant_id = row.merchant
      and x.transaction_created_at = row.created_at and x.transaction_id = row.id and x.tag_id = any(${ids}::uuid[]))`,
    rulesets: (ids) => sql`exists (select from validation_ruleset_hit x where x.merchant_id = row.merchant
      and x.transaction_created_at = row.created_at and x.transaction_id = row.id
      and x.ruleset_id = any(${ids}::uuid[]))`,
    // Few decisions have a demand: a plan that knows the value begins with them.
    three_d_secure_demand: (values) => sql`exists (select from decision d where d.merchant_id = row.merchant
      and d.transaction_created_at = row.created_at and d.transaction_id = row.id
      and d.three_d_secure = any(${values}::text[]))`,
  },
  searches: { customer: searchOfCustomer },
}
