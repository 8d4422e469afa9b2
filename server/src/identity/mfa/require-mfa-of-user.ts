import type { ReadBody } from '@kontor/contract/endpoint'
import type { requireMfaOfUserEndpoint } from '@kontor/contract/identity/user-mfa.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'

type Input = ReadBody<typeof requireMfaOfUserEndpoint>

/**
 * Sets the requirement for another user. Nobody sets it for themselves, because a requirement that one can remove
 * oneself is worth nothing.
 */
export async function requireMfaOfUser(trx: Trx, actor: Actor, id: string, { mfa_required }: Input) {
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
