import { newId } from '../../../src/platform/db/ids.ts'
import type { Making } from '../making.ts'
import { processor } from '../processors/processor.ts'
import { profile } from './profile.ts'

export interface MadeMerchant {
  merchant: string
  profile: string
  processor: string
  currency_code: string
}

/** A merchant with its root organisation, a processor for cards and a shop. */
export async function merchant(
  making: Making,
  given: { name?: string; active?: boolean; currency_code?: string; payment_product?: string } = {},
): Promise<MadeMerchant> {
  const { id } = newId(new Date())
  const name = given.name ?? `Merchant ${making.next()}`
  const currency_code = given.currency_code ?? 'EUR'
  await making.db
    .insertInto('merchant')
    .values({ id, name, active: given.active ?? true, country_code: 'NL' })
    .execute()
  await making.db.insertInto('organisation').values({ merchant_id: id, id, parent_id: null, name, depth: 0 }).execute()
  const made = await processor(making, id, given.payment_product ? { payment_product: given.payment_product } : {})
  return {
    merchant: id,
    processor: made,
    currency_code,
    profile: await profile(making, id, { currency_code, processors: [made] }),
  }
}
