import { auditTrailItem, pspAuditTrailItem } from '@kontor/contract/audit-trail/audit-trail-item.entity'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import { providerId } from '../platform/db/ids.ts'
import type { Source } from '../platform/rows/list.ts'

const columns = sql`
  item.id, item.created_at, item.route, item.url, item.type, item.authentication, item.user_id as "user", item.api_key_id as api_key,
  item.user_name, item.response_code, item.refusal, item.origin, item.destination, item.duration_ms, item.request_bytes,
  item.response_bytes, item.transaction_id as transaction, item.payment_profile_id as payment_profile, item.parent_id as parent,
  exists (select from audit_trail_item child where child.parent_id = item.id and child.created_at >= item.created_at) as has_children,
  item.gap, item.missing, item.missing_until, item.organisation_id as organisation, item.merchant_id as merchant`

const source = {
  as: 'provider',
  keyedByTime: true,
  plannedByValues: true,
} as const satisfies Partial<Source>

/**
 * What a merchant may read of its own: nothing that the provider's staff did, because their answers hold what merchants do not
 * see.
 */
const ofMerchant = (actor: Actor) =>
  sql`${visibleTo(actor, 'item')} and item.merchant_id <> ${providerId} and not item.psp and item.type <> 'gap'`

export const auditTrailItemSource: Source = {
  ...source,
  entity: auditTrailItem,
  rows: (_db, actor) => sql`select ${columns} from audit_trail_item item where ${ofMerchant(actor)}`,
}

export const pspAuditTrailItemSource: Source = {
  ...source,
  entity: pspAuditTrailItem,
  rows: (_db, actor) => sql`select ${columns}, item.psp from audit_trail_item item where ${visibleTo(actor, 'item')}`,
}
