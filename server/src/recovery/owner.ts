import { paidStatuses } from '@kontor/contract/payments/transaction.rules'
import { isUuid } from '@kontor/contract/uuid'
import { sql } from 'kysely'
import type { Databases, Reader } from '../platform/db/database.ts'
import { instantOf, newId } from '../platform/db/ids.ts'
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

const day_ms = 86_400_000
/** No gateway holds money longer, so none captures later. Money is paid back at any age. */
const longestHeld_d = 100

/** From when on the refunds of an account are that may have failed after a moment. Undefined: none of them may. */
export function refundsMayFailFrom([{ gateway }]: Account, before: Date): Date | undefined {
  const { may_fail_d } = gateway.manifest.knowing.refund
  return may_fail_d === undefined ? undefined : new Date(before.getTime() - may_fail_d * day_ms)
}

/**
 * Payments from before a moment of which something may have become that is in no list. Of those that were paid back, the ones
 * whose refunds are `undone`, by their ids at the gateway; absent: all of them.
 */
export async function unlistedBefore(provider: Reader, account: Account, before: Date, undone?: ReadonlySet<string>) {
  const [{ gateway }] = account
  const { capture } = gateway.manifest.knowing
  const refundedFrom = undone?.size === 0 ? undefined : refundsMayFailFrom(account, before)
  const since = (days = 0) => new Date(before.getTime() - days * day_ms)
  const own = provider
    .selectFrom('transaction')
    .select(['merchant_id as merchant', 'id as payment', 'processor_id_external as payment_id', 'created_at'])
    .where('merchant_id', 'in', merchantsIn(account))
    .where('processor_id', 'in', processorsIn(account))
    .where('created_at', '<', before.toISOString())
    .where('processor_id_external', 'is not', null)
    .$narrowType<{ payment_id: string }>()
  const young = own.where('created_at', '>=', since(longestHeld_d).toISOString())
  const held = young.where('status', '=', 'AUTHORIZED')
  const captured = young
    .where('status', 'in', paidStatuses)
    // The id of a capture begins with its instant.
    .where('capture_id', '>=', newId(since(capture.may_fail_d)).id)
  const asked = undone ? own.where(sql<boolean>`processor_id_external = any(${[...undone]}::text[])`) : own
  const refunded = (from: Date) =>
    asked.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('refund')
          .select('refund.id')
          .whereRef('refund.merchant_id', '=', 'transaction.merchant_id')
          .whereRef('refund.transaction_id', '=', 'transaction.id')
          .where('refund.status', '=', 'PROCESSED')
          .where('refund.created_at', '>=', from.toISOString()),
      ),
    )
  const found = [
    ...(await held.execute()),
    ...(capture.may_fail_d === undefined ? [] : await captured.execute()),
    ...(refundedFrom ? await refunded(refundedFrom).execute() : []),
  ]
  const once = new Map(found.map((each) => [`${each.merchant} ${each.payment}`, each]))
  return [...once.values()].toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))
}

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
