import type { MerchantConfiguration } from '@kontor/contract/organisations/configuration/merchant-configuration.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { onWire } from '../../platform/sums.ts'

/** What the provider allows the merchant (docs/adr/0100). */
export async function readMerchantConfiguration(db: Reader, id: string): Promise<MerchantConfiguration> {
  const row = await db
    .selectFrom('merchant')
    .select(['base_currency', 'largest_payment', 'daily_volume', 'largest_refund', 'refund_days'])
    .select(['partial_capture', 'capture_after_days', 'release_after_days', 'configuration_reason'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const today = await db
    .selectFrom('merchant_volume')
    .select(['currency_code', sql<string>`amount::text`.as('amount')])
    .where('merchant_id', '=', id)
    // The day of payments, whose clock a demo may have moved.
    .where(sql<boolean>`engine_now() between starts_at and ends_at`)
    .orderBy('currency_code')
    .execute()
  const volume_today = today.map(({ currency_code, amount }) => ({ currency_code, amount: BigInt(amount) }))
  return onWire<MerchantConfiguration>({ ...row, volume_today })
}
