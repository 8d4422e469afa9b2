import type { ReadBody } from '@kontor/contract/endpoint'
import type { updateUserEndpoint } from '@kontor/contract/identity/users/user.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { merchantRoles, type Role } from '@kontor/contract/roles'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import { refuseLackedRoles } from '../access/refuse-lacked-roles.ts'
import { visibleOrganisation } from '../access/visible-organisation.ts'
import { voidTokens } from '../sign-in/user-tokens.ts'
import { endThoseWhoMustSignOn } from '../sign-on/set-sign-on.ts'
import { houseOf } from '../sign-on/sign-on-policy.ts'
import { inviteAgain } from './invite-again.ts'
import { refuseNoHolderLeft } from './last-holder.ts'
import { type KeptUser, lockOther, refuseWeakFactor } from './locked-user.ts'

type Input = ReadBody<typeof updateUserEndpoint>

/**
 * Changes what is given. Nobody does it to themselves: name and language are in one's own profile, and a requirement
 * that one can remove oneself is worth nothing.
 */
export async function updateUser(
  trx: Trx,
  actor: Actor,
  id: string,
  { name, language, organisation, roles, mfa_required }: Input,
  now: Date,
  masterKey: string,
): Promise<void> {
  const user = await lockOther(trx, actor, id, 'update')
  // A user stays with their merchant.
  if (organisation !== undefined) await visibleOrganisation(trx, actor, organisation, { of: user.merchant })
  refuseWeakFactor(roles ?? user.roles, mfa_required ?? user.mfa_required)
  const values = {
    ...(name === undefined ? {} : { name }),
    ...(language === undefined ? {} : { language }),
    ...(organisation === undefined ? {} : { organisation_id: organisation }),
    ...(mfa_required === undefined ? {} : { mfa_required }),
  }
  if (Object.keys(values).length > 0) await trx.updateTable('platform_user').set(values).where('id', '=', id).execute()
  const hasOtherRoles = roles !== undefined && (await setRoles(trx, actor, user, roles))
  const hasMoved = organisation !== undefined && organisation !== user.organisation
  if (!user.isAccepted && (hasOtherRoles || hasMoved)) await replaceInvitation(trx, user, now, masterKey)
  // A super user keeps a password where others of the staff sign in at the issuer.
  if (roles && user.roles.includes('PSP_SUPER') && !roles.includes('PSP_SUPER'))
    await endThoseWhoMustSignOn(trx, houseOf(user.merchant), now)
  await refuseNoHolderLeft(trx, user)
}

/** Whoever was handed the link of an invitation would become a user who may do more than that link was made for. */
async function replaceInvitation(trx: Trx, user: Locked<KeptUser>, now: Date, masterKey: string): Promise<void> {
  await voidTokens(trx, user.id, now, ['set_password', 'reset_password'])
  if (user.active) await inviteAgain(trx, user, now, masterKey)
}

/** True when a role was given or taken. */
async function setRoles(
  trx: Trx,
  actor: Actor,
  { id, merchant, roles }: Locked<KeptUser>,
  wanted: Role[],
): Promise<boolean> {
  if (merchant !== null && wanted.some((role) => !merchantRoles.includes(role)))
    throw new Refusal('invalid_request', { 'body.roles': 'not_allowed' })
  const given = [...new Set(wanted)].filter((role) => !roles.includes(role))
  const taken = roles.filter((role) => !wanted.includes(role))
  refuseLackedRoles(actor, given)
  if (taken.length > 0)
    await trx.deleteFrom('role_grant').where('user_id', '=', id).where('role', 'in', taken).execute()
  if (given.length > 0)
    await trx
      .insertInto('role_grant')
      .values(given.map((role) => ({ user_id: id, role })))
      .execute()
  return given.length + taken.length > 0
}
