import { Refusal } from '@kontor/contract/refusal'
import { lackedRoles, type Role } from '@kontor/contract/roles'
import type { Actor } from '../../platform/db/actor.ts'

/**
 * Nobody passes on or takes away a role that they lack. The refusal names the field `roles` of the body or, when the roles
 * are somebody's already, has the given code and names the roles.
 */
export function refuseLackedRoles(actor: Actor, roles: readonly Role[], code?: 'forbidden' | 'holds_more'): void {
  const lacked = lackedRoles(actor.roles, roles)
  if (lacked.length === 0) return
  throw code ? new Refusal(code, { roles: lacked }) : new Refusal('invalid_request', { 'body.roles': 'not_held' })
}
