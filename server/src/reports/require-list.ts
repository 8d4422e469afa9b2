import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../platform/db/actor.ts'
import { requireRole } from '../platform/http/endpoint.ts'
import type { Source } from '../platform/rows/list.ts'
import type { Sources } from '../platform/rows/populate.ts'
import { listRoles, mayList } from './report.rows.ts'

/** The list of a type of report. Names the roles that an actor lacks; of a part that the merchant lacks there is no such type. */
export function requireList(actor: Actor, type: string, sources: Sources): Source {
  requireRole(actor, listRoles(type))
  const source = sources[type]
  if (!source || !mayList(actor, type)) throw new Refusal('invalid_request', { 'body.type': 'invalid_value' })
  if (source.entity.ofOneMerchant && actor.scope.merchant === null)
    throw new Refusal('invalid_request', { 'query.merchant': 'required' })
  return source
}

/** The same for a report or a schedule that is there: of a part that the merchant lacks there is none. */
export function requireSeenList(actor: Actor, type: string): void {
  requireRole(actor, listRoles(type))
  if (!mayList(actor, type)) throw new Refusal('not_found')
}
