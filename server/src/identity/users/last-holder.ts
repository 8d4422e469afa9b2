import { Refusal } from '@kontor/contract/refusal'
import type { Role } from '@kontor/contract/roles'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import { organisationsAbove } from '../../platform/db/organisations-above.ts'
import type { KeptUser } from './locked-user.ts'

/**
 * Refuses what was just done to a user, when nobody is left who can sign in with the right to everything: at the
 * provider, or at the user's part of the merchant or above it. Asked after the change, in the turn that lockUser took.
 */
export async function refuseNoHolderLeft(trx: Trx, before: Locked<KeptUser>): Promise<void> {
  if (!before.active || !before.isAccepted) return
  for (const role of kept.filter((each) => before.roles.includes(each))) {
    const { rows } = await sql`
      select from platform_user u join role_grant g on g.user_id = u.id and g.role = ${role}
      where u.active and ${mayComeIn} and ${reaches(before)} limit 1`.execute(trx)
    if (rows.length === 0) throw new Refusal('last_holder', { roles: [role] })
  }
}

/** At the provider a password counts alone: an issuer that is gone would leave nobody who could change it. */
const mayComeIn = sql`(u.password_hash is not null or (u.merchant_id is not null
  and exists (select from linked_identity i where i.user_id = u.id)))`

const kept: readonly Role[] = ['USER_ALL', 'PSP_ALL', 'PSP_SUPER']

const reaches = ({ merchant, organisation }: KeptUser) =>
  merchant === null
    ? sql`u.merchant_id is null`
    : sql`u.merchant_id = ${merchant} and u.organisation_id in (${organisationsAbove(merchant, [organisation])})`
