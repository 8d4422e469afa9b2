import { isUuid } from '@kontor/contract/uuid'
import type { Databases, Reader } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/ids.ts'
import type { ListedOrder, ListedPayment } from '../processors/gateway.ts'
import type { Account } from './accounts.ts'

/** The merchant whose payment it is, and our id of it. */
export type Owner = { merchant: string; payment: string } & (
  | { isKnown: true }
  /** It is lost: what has to be written of it. */
  | { isKnown: false; ordered: ListedOrder; profile: Profile }
)

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
  const merchants = merchantsIn(account)
  const created_at = ordered && isUuid(ordered.reference) ? instantOf(ordered.reference) : undefined
  if (!ordered || created_at === undefined) return 'elsewhere'
  const known = await provider
    .selectFrom('outbox')
    .select(['merchant_id as merchant', 'transaction_id as payment'])
    .where('merchant_id', 'in', merchants)
    .where('id', '=', ordered.reference)
    .where('transaction_id', 'is not', null)
    .$narrowType<{ payment: string }>()
    // Orders are kept for some time, and payments for ever.
    .union(
      provider
        .selectFrom('transaction')
        .select(['merchant_id as merchant', 'id as payment'])
        .where('merchant_id', 'in', merchants)
        .where('created_at', '=', created_at)
        .where('id', '=', ordered.reference),
    )
    .executeTakeFirst()
  if (known) return { ...known, isKnown: true }
  const found = await profilesOf(provider, account, ordered)
  const [one, ...others] = found.filter(({ id }) => (ordered.payment_profile ?? id) === id)
  if (!one || others.some(({ id }) => id !== one.id)) return 'unknown'
  const { merchant_id: merchant, ...profile } = one
  return { merchant, payment: ordered.reference.toLowerCase(), isKnown: false, ordered, profile }
}

/** No gateway holds money longer. */
const longestHeld_ms = 100 * 86_400_000

/** Payments that are only held, begun before a moment: what became of them may be in no list. */
export const heldBefore = (provider: Reader, account: Account, before: Date) =>
  provider
    .selectFrom('transaction')
    .select(['merchant_id as merchant', 'id as payment', 'processor_id_external as payment_id'])
    .where('merchant_id', 'in', merchantsIn(account))
    .where('processor_id', 'in', processorsIn(account))
    .where('status', '=', 'AUTHORIZED')
    .where('created_at', '>=', new Date(before.getTime() - longestHeld_ms).toISOString())
    .where('created_at', '<', before.toISOString())
    .where('processor_id_external', 'is not', null)
    .$narrowType<{ payment_id: string }>()
    .orderBy('created_at')
    .execute()

const merchantsIn = (account: Account) => [...new Set(account.map(({ merchant }) => merchant))]
const processorsIn = (account: Account) => [...new Set(account.map(({ processor }) => processor))]

/** The payment profiles that take such a payment by a processor of the account. */
const profilesOf = (provider: Reader, account: Account, ordered: ListedOrder) =>
  provider
    .selectFrom('payment_profile as profile')
    .innerJoin('payment_profile_processor as by', (join) =>
      join.onRef('by.merchant_id', '=', 'profile.merchant_id').onRef('by.payment_profile_id', '=', 'profile.id'),
    )
    .innerJoin('processor', (join) =>
      join.onRef('processor.merchant_id', '=', 'by.merchant_id').onRef('processor.id', '=', 'by.processor_id'),
    )
    .where('processor.id', 'in', processorsIn(account))
    .where('processor.payment_product', '=', ordered.payment_product ?? '')
    .where('profile.currency_code', '=', ordered.currency_code)
    .select(['profile.merchant_id', 'profile.id', 'profile.organisation_id', 'processor.id as processor'])
    .orderBy('profile.id')
    .orderBy('by.position')
    .execute()
