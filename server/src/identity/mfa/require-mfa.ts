import type { MfaRequirement } from '@kontor/contract/identity/mfa'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import { visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'

/**
 * Sets the requirement for another user. Nobody sets it for themselves, because a requirement that one can remove
 * oneself is worth nothing.
 */
export async function requireMfaOfUser(trx: Trx, actor: Actor, id: string, mfa_required: MfaRequirement) {
  if (actor.id === id) throw new Refusal('own_account')
  const { numUpdatedRows } = await trx
    .updateTable('platform_user')
    .set({ mfa_required })
    .where('id', '=', id)
    .where('merchant_id', 'is not', null)
    .where(visibleTo(actor, 'platform_user'))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not_found')
  return { id, mfa_required }
}

/**
 * Sets the requirement for a user of the provider. For a super user only another super user may do it, and a mailbox is
 * never enough.
 */
export async function requireMfaOfProviderUser(trx: Trx, actor: Actor, id: string, mfa_required: MfaRequirement) {
  if (actor.id === id) throw new Refusal('own_account')
  const user = await trx
    .selectFrom('platform_user')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('role_grant')
          .select('role')
          .whereRef('user_id', '=', 'platform_user.id')
          .where('role', '=', 'PSP_SUPER'),
      ).as('is_super'),
    )
    .where('id', '=', id)
    .where('merchant_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw new Refusal('not_found')
  if (user.is_super) {
    if (!actor.roles.includes('PSP_SUPER')) throw new Refusal('forbidden', { roles: ['PSP_SUPER'] })
    if (mfa_required === 'email') throw new Refusal('mfa_type_refused', { 'body.mfa_required': 'not_allowed' })
  }
  await trx.updateTable('platform_user').set({ mfa_required }).where('id', '=', id).execute()
  return { id, mfa_required }
}
