import { type Expression, sql } from 'kysely'
import type { Reader } from '../platform/db/database.ts'
import { takesCurrencyIn } from './gateways.ts'

interface Of {
  merchant: string | Expression<string>
  profile: string | Expression<string>
}

/** The processors that a payment profile takes payments with in its currency, the preferred one first. */
export const activeProcessors = (db: Reader, { merchant, profile }: Of) =>
  db
    .selectFrom('payment_profile_processor as choice')
    .innerJoin('processor', (join) =>
      join.onRef('processor.merchant_id', '=', 'choice.merchant_id').onRef('processor.id', '=', 'choice.processor_id'),
    )
    .where('choice.merchant_id', '=', merchant)
    .where('choice.payment_profile_id', '=', profile)
    .innerJoin('payment_profile as shop', (join) =>
      join.onRef('shop.merchant_id', '=', 'choice.merchant_id').onRef('shop.id', '=', 'choice.payment_profile_id'),
    )
    .where('processor.active', '=', true)
    .where(
      takesCurrencyIn(
        sql.ref('processor.gateway'),
        sql.ref('processor.payment_product'),
        sql.ref('shop.currency_code'),
      ),
    )
    .orderBy('choice.position')
    .orderBy('processor.id')
