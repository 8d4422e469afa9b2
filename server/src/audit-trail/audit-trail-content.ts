import type { AuditTrailContent } from '@kontor/contract/audit-trail/audit-trail.schemas'
import { z } from 'zod'
import type { Actor } from '../platform/db/actor.ts'
import type { Reader } from '../platform/db/database.ts'
import type { AnyRow } from '../platform/rows/list.ts'
import { mayReadTold } from '../webhooks/told-item.ts'

/**
 * The headers and bodies of a call. The caller has already checked that the actor may see the item. A webhook is shown to those who
 * may read what it says, as in the list of webhooks.
 */
export async function auditTrailContent(db: Reader, actor: Actor, item: AnyRow): Promise<AuditTrailContent> {
  const { merchant, created_at, id, type } = item
  const kept = await db
    .selectFrom('audit_trail_content')
    .select(['request_headers', 'request_body', 'response_headers', 'response_body'])
    .where('merchant_id', '=', String(merchant))
    .where('created_at', '=', String(created_at))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!kept) return without('forgotten')
  if (type === 'webhook' && !mayReadSent(actor, kept.request_body)) return without('not_readable')
  return {
    state: 'kept',
    request: { headers: kept.request_headers as Headers, body: kept.request_body },
    response: { headers: kept.response_headers as Headers, body: kept.response_body },
  }
}

// The writer of the trail made these values.
type Headers = AuditTrailContent['request']['headers']

/** The same for a merchant: what processors are sent and send stays with the provider. */
export const ownAuditTrailContent = async (db: Reader, actor: Actor, item: AnyRow): Promise<AuditTrailContent> =>
  item['type'] === 'request' || item['type'] === 'webhook' ? auditTrailContent(db, actor, item) : without('not_shown')

/** The type of a body is an event, such as `settlement.closed`. A body that cannot be read is taken for one of a report. */
function mayReadSent(actor: Actor, body: string | null): boolean {
  const { type, data } = sent.safeParse(parsed(body)).data ?? { type: 'report', data: {} }
  return mayReadTold(actor, type.split('.')[0] ?? '', data)
}

const sent = z.object({ type: z.string(), data: z.looseObject({}) })

function parsed(body: string | null): unknown {
  try {
    return JSON.parse(body ?? '')
  } catch {
    return undefined
  }
}

const without = (state: AuditTrailContent['state']): AuditTrailContent => ({
  state,
  request: { headers: [], body: null },
  response: { headers: [], body: null },
})
