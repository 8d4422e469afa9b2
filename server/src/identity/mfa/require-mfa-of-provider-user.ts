import type { ReadBody } from '@kontor/contract/endpoint'
import type { requireMfaOfProviderUserEndpoint } from '@kontor/contract/identity/user-mfa.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockRow } from '../../platform/db/locked.ts'

type Input = ReadBody<typeof requireMfaOfProviderUserEndpoint>

/**
 * Sets the requirement for a user of the provider. For a super user only another super user may do it, and a mailbox is
 * never enough.
 */
export async function requireMfaOfProviderUser(trx: Trx, actor: Actor, id: string, { mfa_required }: Input) {
  if (actor.id === id) throw new Refusal('own_account')
  const user = await lockRow(
    trx
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
      .where('merchant_id', 'is', null),
  )
  if (!user) throw new Refusal('not_found')
  if (user.is_super) {
    if (!actor.roles.includes('PSP_SUPER')) throw new Refusal('forbidden', { roles: ['PSP_SUPER'] })
    if (mfa_required === 'email') throw new Refusal('mfa_type_refused', { 'body.mfa_required': 'not_allowed' })
  }
  await trx.updateTable('platform_user').set({ mfa_required }).where('id', '=', id).execute()
  return { id, mfa_required }
}
