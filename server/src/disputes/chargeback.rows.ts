import { chargeback } from '@kontor/contract/disputes/chargeback.entity'
import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { sql } from 'kysely'
import { toldName } from '../platform/changes/own-people.ts'
import { visibleTo } from '../platform/db/actor.ts'
import type { Source } from '../platform/rows/list.ts'
import { answersIn } from '../processors/gateways.ts'

export const chargebackSource: Source = {
  entity: chargeback,
  keyedByTime: true,
  costly: ['settlement'],
  rows: (db, actor) =>
    db
      .selectFrom('chargeback')
      .leftJoin('transaction', (join) =>
        join
          .onRef('transaction.merchant_id', '=', 'chargeback.merchant_id')
          .onRef('transaction.created_at', '=', 'chargeback.transaction_created_at')
          .onRef('transaction.id', '=', 'chargeback.transaction_id'),
      )
      .leftJoin('processor', (join) =>
        join
          .onRef('processor.merchant_id', '=', 'chargeback.merchant_id')
          .onRef('processor.id', '=', 'chargeback.processor_id'),
      )
      .where(visibleTo(actor, 'chargeback'))
      .select([
        'chargeback.id',
        'chargeback.created_at',
        'transaction.merchant_reference',
        'transaction.payment_product',
        'transaction.amount as transaction_amount',
        'transaction.refund_reserved as refunded_amount',
        'chargeback.amount',
        'transaction.currency_code',
        'chargeback.reason',
        'chargeback.reason_code',
        'chargeback.status',
        'chargeback.status_reason',
        'chargeback.last_status_update',
        'chargeback.respond_by',
        'chargeback.answer',
        'chargeback.answered_at',
        toldName(actor, 'chargeback.answered_by').as('answered_by'),
        'chargeback.explanation',
        sql<number>`(select count(*) from chargeback_evidence e where e.merchant_id = chargeback.merchant_id
          and e.chargeback_id = chargeback.id)`.as('evidence_count'),
        'chargeback.processor_id_external',
        answersIn(sql.ref('processor.gateway'), sql.ref('transaction.payment_product')).as('answers'),
        'chargeback.transaction_id as transaction',
        'transaction.payment_profile_id as payment_profile',
        'chargeback.processor_id as processor',
        'transaction.card_id as card',
        sql<string | null>`settlement_of(chargeback.merchant_id, chargeback.transaction_id, chargeback.id,
          ${sql.lit(ledgerKinds.chargeback.kind)}, chargeback.created_at)`.as('settlement'),
        'chargeback.organisation_id as organisation',
        'chargeback.merchant_id as merchant',
      ]),
}
