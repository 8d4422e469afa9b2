import type { AuditTrailContent } from '@kontor/contract/audit-trail/audit-trail.schemas'
import type { Reader } from '../platform/db/database.ts'
import type { AnyRow } from '../platform/rows/list.ts'

/** The headers and bodies of a call. The caller has checked that the actor may see the item. */
export async function auditTrailContent(db: Reader, { merchant, created_at, id }: AnyRow): Promise<AuditTrailContent> {
  const kept = await db
    .selectFrom('audit_trail_content')
    .select(['request_headers', 'request_body', 'response_headers', 'response_body'])
    .where('merchant_id', '=', String(merchant))
    .where('created_at', '=', String(created_at))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!kept) return without('forgotten')
  return {
    state: 'kept',
    request: { headers: kept.request_headers as Headers, body: kept.request_body },
    response: { headers: kept.response_headers as Headers, body: kept.response_body },
  }
}

// The writer of the trail made these values.
type Headers = AuditTrailContent['request']['headers']

/** The same for a merchant: what processors are sent and send stays with the provider. */
export const ownAuditTrailContent = async (db: Reader, item: AnyRow): Promise<AuditTrailContent> =>
  item['type'] === 'request' || item['type'] === 'webhook' ? auditTrailContent(db, item) : without('not_shown')

const without = (state: AuditTrailContent['state']): AuditTrailContent => ({
  state,
  request: { headers: [], body: null },
  response: { headers: [], body: null },
})
