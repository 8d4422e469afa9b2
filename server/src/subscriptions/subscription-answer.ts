import { Refusal } from '@kontor/contract/refusal'
import type { AttachedDiscount } from '@kontor/contract/subscriptions/subscription.schemas'
import { sql } from 'kysely'
import { checkoutAddress } from '../checkout/token.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { type AnyRow, getRow } from '../platform/rows/list.ts'
import { subscriptionSource } from './subscription.rows.ts'

export interface Addresses {
  readonly publicUrl: string
  readonly masterKey: string
}

/** A subscription in the form of command answers. */
export async function subscriptionAnswer(trx: Trx, actor: Actor, at: Addresses, id: string): Promise<AnyRow> {
  const row = await getRow(subscriptionSource, trx, actor, id)
  if (!row) throw new Refusal('not_found')
  const [complete] = await withDetails(trx, at, [row])
  if (!complete) throw new Refusal('not_found')
  return complete
}

/** Adds the address of the page, which is derived and stored in no table, and the attached discounts. */
export async function withDetails(trx: Trx, at: Addresses, rows: AnyRow[]): Promise<AnyRow[]> {
  const given = await discountsOf(
    trx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    subscription_url: checkoutAddress(at, { kind: 'subscription', id: row.id }),
    discounts_attached: given
      .filter(({ subscription }) => subscription === row.id)
      .map(({ subscription: _, ...attached }) => attached),
  }))
}

async function discountsOf(trx: Trx, ids: string[]): Promise<(AttachedDiscount & { subscription: string })[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<AttachedDiscount & { subscription: string }>`
    select x.subscription_id as subscription, x.id, x.active, x.applied_duration, x.created_at,
      jsonb_build_object('id', d.id, 'name', d.name, 'type', d.type, 'amount', d.amount::float8,
        'currency_code', d.currency_code, 'duration', d.duration, 'limit_to_first_order', d.limit_to_first_order) as subscription_discount
    from subscription_discount_attached x
    join subscription_discount d on d.merchant_id = x.merchant_id and d.id = x.subscription_discount_id
    -- The ids come from visible rows and are unique, so no merchant is needed here.
    where x.subscription_id = any(${ids}::uuid[])
    order by x.created_at desc, x.id desc`.execute(trx)
  return rows
}
