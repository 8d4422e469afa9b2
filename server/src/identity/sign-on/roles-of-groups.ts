import { roleNamed } from '@kontor/contract/roles'
import { inTurn } from '../../platform/db/locked.ts'
import { byThemselves } from '../access/by-themselves.ts'
import type { Caller } from '../access/caller.ts'
import type { Desk } from '../access/desk.ts'
import type { Person } from '../access/person.ts'
import { rolesWithoutHolder } from '../users/last-holder.ts'
import { keptUser } from '../users/locked-user.ts'
import { NotSignedOn } from './not-signed-on.ts'
import type { Said } from './redeem-code.ts'
import type { SignOnPolicy } from './sign-on-policy.ts'

/**
 * Gives the person the roles of their groups, and takes others. Whoever wrote the policy held all of them. PSP_SUPER is
 * neither given nor taken by a group, and the last holder of a right to everything keeps it.
 */
export async function takeRolesOfGroups(
  desk: Desk,
  person: Person,
  { groups }: SignOnPolicy,
  said: Said,
  caller: Caller,
): Promise<void> {
  const found = groups.filter(({ group }) => said.groups.includes(group))
  if (found.length === 0) throw new NotSignedOn('no_group', person)
  const wanted = new Set(found.flatMap(({ roles }) => roles.flatMap((role) => roleNamed(role) ?? [])))
  wanted.delete('PSP_SUPER')
  await byThemselves(desk, person, caller, 'finish-sign-on', async (trx) => {
    await inTurn(trx, `users ${person.merchant_id ?? 'provider'}`)
    const user = await keptUser(trx, person.id)
    if (!user) throw new NotSignedOn('not_invited', person)
    const taken = user.roles.filter((role) => role !== 'PSP_SUPER' && !wanted.has(role))
    const given = [...wanted].filter((role) => !user.roles.includes(role))
    if (given.length > 0)
      await trx
        .insertInto('role_grant')
        .values(given.map((role) => ({ user_id: person.id, role })))
        .execute()
    if (taken.length > 0)
      await trx.deleteFrom('role_grant').where('user_id', '=', person.id).where('role', 'in', taken).execute()
    const last = await rolesWithoutHolder(trx, user)
    if (last.length > 0)
      await trx
        .insertInto('role_grant')
        .values(last.map((role) => ({ user_id: person.id, role })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  })
}
