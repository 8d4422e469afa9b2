import type { ReadBody } from '@kontor/contract/endpoint'
import type { createRoleBundleEndpoint } from '@kontor/contract/identity/bundles/role-bundle.endpoints'
import { mostBundles } from '@kontor/contract/identity/bundles/role-bundle.rules'
import type { RoleBundle } from '@kontor/contract/identity/bundles/role-bundle.schemas'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { inTurn } from '../../platform/db/locked.ts'
import { bundleOf, bundleValues, nameTaken, placeOf } from './role-bundles.ts'

export async function createRoleBundle(
  trx: Trx,
  actor: Actor,
  input: ReadBody<typeof createRoleBundleEndpoint>,
  now: Date,
): Promise<RoleBundle> {
  const place = placeOf(actor, 'create')
  const { merchant_id, kind } = place
  const values = bundleValues(actor, place, input)
  // Two at once would both count one too few.
  await inTurn(trx, `role_bundle/${merchant_id}`)
  const { count } = await trx
    .selectFrom('role_bundle')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirstOrThrow()
  if (count >= mostBundles) throw new Refusal('limit_reached')
  const row = await trx
    .insertInto('role_bundle')
    .values({ ...values, ...newId(now), merchant_id })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(nameTaken)
  return bundleOf(row, kind)
}
