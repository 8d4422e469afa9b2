import { Refusal } from '@kontor/contract/refusal'
import type { Role } from '@kontor/contract/roles'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import { organisationsAbove } from '../../platform/db/organisations-above.ts'
import { type KeptUser, mayComeIn } from './locked-user.ts'

/**
 * Refuses what was just done to a user, when nobody is left who can sign in with the right to everything: at the
 * provider, or at the user's part of the merchant or above it. Asked after the change, in the turn that lockUser took.
 */
export async function refuseNoHolderLeft(trx: Trx, before: Locked<KeptUser>): Promise<void> {
  const [role] = await rolesWithoutHolder(trx, before)
  if (role) throw new Refusal('last_holder', { roles: [role] })
}

/** The rights to everything that the user held, and that nobody who can sign in holds any more. */
export async function rolesWithoutHolder(trx: Trx, before: Locked<KeptUser>): Promise<Role[]> {
  // A user who could not sign in before was no holder on whom the others relied.
  if (!before.active || !before.mayComeIn) return []
  const left: Role[] = []
  for (const role of kept.filter((each) => before.roles.includes(each))) {
    const { rows } = await sql`
      select from platform_user u join role_grant g on g.user_id = u.id and g.role = ${role}
      where u.active and ${mayComeIn('u')} and ${reaches(before)} limit 1`.execute(trx)
    if (rows.length === 0) left.push(role)
  }
  return left
}

const kept: readonly Role[] = ['USER_ALL', 'PSP_ALL', 'PSP_SUPER']

const reaches = ({ merchant, organisation }: KeptUser) =>
  merchant === null
    ? sql`u.merchant_id is null`
    : sql`u.merchant_id = ${merchant} and u.organisation_id in (${organisationsAbove(merchant, [organisation])})`
