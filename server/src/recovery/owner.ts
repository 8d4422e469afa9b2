import { isUuid } from '@kontor/contract/uuid'
import type { Databases } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/ids.ts'
import type { ListedOrder, ListedPayment } from '../processors/gateway.ts'
import type { Account } from './accounts.ts'

/** The merchant whose payment it is. */
export type Owner =
  | { merchant: string; isKnown: true }
  /** It is lost: what has to be written of it. */
  | { merchant: string; isKnown: false; ordered: ListedOrder; profile: Profile }

export interface Profile {
  id: string
  organisation_id: string
  processor: string
}

/** `elsewhere`: it has no reference of ours. `unknown`: our reference, and no one merchant and payment profile whose it can be. */
export async function ownerOf(
  { provider }: Databases,
  account: Account,
  { ordered }: ListedPayment,
): Promise<Owner | 'elsewhere' | 'unknown'> {
  if (!ordered || !isUuid(ordered.reference)) return 'elsewhere'
  const created_at = instantOf(ordered.reference)
  if (created_at === undefined) return 'elsewhere'
  const merchants = [...new Set(account.map(({ merchant }) => merchant))]
  const known = await provider
    .selectFrom('outbox')
    .select('merchant_id')
    .where('merchant_id', 'in', merchants)
    .where('id', '=', ordered.reference)
    // Orders are kept for some time, and payments for ever.
    .union(
      provider
        .selectFrom('transaction')
        .select('merchant_id')
        .where('merchant_id', 'in', merchants)
        .where('created_at', '=', created_at)
        .where('id', '=', ordered.reference),
    )
    .executeTakeFirst()
  if (known) return { merchant: known.merchant_id, isKnown: true }
  const found = await profilesOf({ provider }, account, ordered)
  const [one, ...others] = found.filter(({ id }) => (ordered.payment_profile ?? id) === id)
  if (!one || others.some(({ id }) => id !== one.id)) return 'unknown'
  const { merchant_id: merchant, ...profile } = one
  return { merchant, isKnown: false, ordered, profile }
}

/** The payment profiles that take such a payment by a processor of the account. */
const profilesOf = ({ provider }: Pick<Databases, 'provider'>, account: Account, ordered: ListedOrder) =>
  provider
    .selectFrom('payment_profile as profile')
    .innerJoin('payment_profile_processor as by', (join) =>
      join.onRef('by.merchant_id', '=', 'profile.merchant_id').onRef('by.payment_profile_id', '=', 'profile.id'),
    )
    .innerJoin('processor', (join) =>
      join.onRef('processor.merchant_id', '=', 'by.merchant_id').onRef('processor.id', '=', 'by.processor_id'),
    )
    .where('processor.id', 'in', [...new Set(account.map(({ processor }) => processor))])
    .where('processor.payment_product', '=', ordered.payment_product ?? '')
    .where('profile.currency_code', '=', ordered.currency_code)
    .select(['profile.merchant_id', 'profile.id', 'profile.organisation_id', 'processor.id as processor'])
    .orderBy('profile.id')
    .orderBy('by.position')
    .execute()
