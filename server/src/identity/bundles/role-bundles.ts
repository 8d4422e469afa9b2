import { type BundleKind, bundleRoles } from '@kontor/contract/identity/bundles/role-bundle.rules'
import type { RoleBundle } from '@kontor/contract/identity/bundles/role-bundle.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { heldRoles, isAllowed, merchantRoles, type Role } from '@kontor/contract/roles'
import type { Actor } from '../../platform/db/actor.ts'
import { type Trx, violatedConstraint } from '../../platform/db/database.ts'
import { providerId } from '../../platform/db/ids.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'
import { requireRole } from '../../platform/http/endpoint.ts'
import { refuseLackedRoles } from '../access/refuse-lacked-roles.ts'

interface Place {
  merchant_id: string
  kind: BundleKind
}

/** Whose bundles the request is about: those of the merchant that it is narrowed to, or the provider's own. */
export function placeOf(actor: Actor, verb: keyof (typeof bundleRoles)['merchant']): Place {
  const { merchant } = actor.scope
  if (merchant === null && !isAllowed(bundleRoles.provider[verb], actor.roles))
    throw new Refusal('invalid_request', { 'query.merchant': 'required' })
  const kind = merchant === null ? 'provider' : 'merchant'
  requireRole(actor, bundleRoles[kind][verb])
  return { kind, merchant_id: merchant ?? providerId }
}

export async function listRoleBundles(trx: Trx, actor: Actor): Promise<RoleBundle[]> {
  const { kind, merchant_id } = placeOf(actor, 'list')
  const rows = await trx
    .selectFrom('role_bundle')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .orderBy((order) => order.fn('lower', ['name']))
    .execute()
  return rows.map((row) => bundleOf(row, kind))
}

/** A bundle that the actor may change. */
export async function requireRoleBundle(trx: Trx, actor: Actor, id: string): Promise<{ id: string; merchant: string }> {
  const { merchant_id } = placeOf(actor, 'update')
  const found = await trx
    .selectFrom('role_bundle')
    .select(['id', 'merchant_id as merchant'])
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found
}

interface StoredBundle {
  merchant_id: string
  id: string
  created_at: string
  name: string
  description: string | null
  roles: string[]
}

export async function lockBundle(trx: Trx, { merchant_id }: Place, id: string): Promise<Locked<StoredBundle>> {
  const found = await lockRow(
    trx.selectFrom('role_bundle').selectAll().where('merchant_id', '=', merchant_id).where('id', '=', id),
  )
  if (!found) throw new Refusal('not_found')
  return found
}

interface Input {
  name: string
  description?: string | null | undefined
  roles: readonly Role[]
}

/**
 * The values of a bundle. Whoever applies it later trusts it, so nobody puts a role in that they lack themselves; `present`
 * ones may stay.
 */
export function bundleValues(
  actor: Actor,
  { kind }: Place,
  { name, description, roles }: Input,
  present: string[] = [],
) {
  const wanted = [...new Set(roles)]
  if (kind === 'merchant' && wanted.some((role) => !merchantRoles.includes(role)))
    throw new Refusal('invalid_request', { 'body.roles': 'invalid_value' })
  refuseLackedRoles(
    actor,
    wanted.filter((role) => !present.includes(role)),
  )
  return { name, description: description || null, roles: wanted }
}

/** The unique index finds a taken name, also when two ask for the same at once. */
export function nameTaken(error: unknown): never {
  if (violatedConstraint(error) === 'role_bundle_name') throw new Refusal('bundle_name_taken', { 'body.name': 'taken' })
  throw error
}

export const bundleOf = ({ id, created_at, name, description, roles }: StoredBundle, kind: BundleKind): RoleBundle => ({
  id,
  created_at,
  name,
  description,
  roles: heldRoles(roles, kind),
})
