import type { ReadBody } from '@kontor/contract/endpoint'
import type { updateRoleBundleEndpoint } from '@kontor/contract/identity/bundles/role-bundle.endpoints'
import type { RoleBundle } from '@kontor/contract/identity/bundles/role-bundle.schemas'
import { heldRoles } from '@kontor/contract/roles'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { bundleOf, bundleValues, lockBundle, nameTaken, placeOf } from './role-bundles.ts'

/** Changes a template: the roles of users to whom it was applied stay as they are. */
export async function updateRoleBundle(
  trx: Trx,
  actor: Actor,
  id: string,
  input: ReadBody<typeof updateRoleBundleEndpoint>,
): Promise<RoleBundle> {
  const place = placeOf(actor, 'update')
  const present = await lockBundle(trx, place, id)
  const { name = present.name, description = present.description } = input
  const { roles = heldRoles(present.roles, place.kind) } = input
  const row = await trx
    .updateTable('role_bundle')
    .set(bundleValues(actor, place, { name, description, roles }, present.roles))
    .where('merchant_id', '=', place.merchant_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(nameTaken)
  return bundleOf(row, place.kind)
}
