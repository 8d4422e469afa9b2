import { Refusal } from '@kontor/contract/refusal'
import { type Expression, sql } from 'kysely'
import type { Reader, Trx } from '../platform/db/database.ts'
import { gatewayNamed, takesCurrencyIn } from './gateways.ts'

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

/** True where no other processor takes payments of this one's product for the payment profile, in a SELECT. */
export function isOnlyProcessor(db: Reader, of: Of, { id, payment_product }: { id: string; payment_product: string }) {
  const others = activeProcessors(db, of)
    .select('processor.id')
    .where('processor.id', '<>', id)
    .where('processor.payment_product', '=', payment_product)
  return sql<boolean>`not exists (${others})`
}

interface Shop {
  merchant_id: string
  payment_profile_id: string
}

/**
 * Refuses what stores a card before anything is paid, where the shop's processor of cards, which is the first, could not check
 * the card: its authorization is of zero. `field` is that of the order, if one is to be changed.
 */
export async function requireCardCheck(trx: Trx, shop: Shop, field?: string): Promise<void> {
  const first = await activeProcessors(trx, { merchant: shop.merchant_id, profile: shop.payment_profile_id })
    .select('processor.gateway')
    .where('processor.payment_product', '=', 'card')
    .limit(1)
    .executeTakeFirst()
  if (!first || gatewayNamed(first.gateway).manifest.money.above_zero)
    throw new Refusal('card_check_not_possible', field === undefined ? {} : { [field]: 'no_card_check' })
}
