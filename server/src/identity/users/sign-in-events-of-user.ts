import type { ReadQuery, ReplyOf } from '@kontor/contract/endpoint'
import type { signInEventsOfUserEndpoint } from '@kontor/contract/identity/sign-in-event.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { listSignInEvents } from '../access/list-sign-in-events.ts'
import { refuseOtherSide } from './locked-user.ts'

/** The events of the account of a user whom the actor sees and may manage. */
export async function signInEventsOfUser(
  trx: Trx,
  actor: Actor,
  id: string,
  { _limit, before }: ReadQuery<typeof signInEventsOfUserEndpoint>,
): Promise<ReplyOf<typeof signInEventsOfUserEndpoint>> {
  const found = await trx
    .selectFrom('platform_user')
    .select('merchant_id')
    .where('id', '=', id)
    .where(visibleTo(actor, 'platform_user'))
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  refuseOtherSide(actor, found.merchant_id, 'update')
  const events = await listSignInEvents(trx, { _limit, before, user: id })
  return events.map(({ user: _user, user_name: _name, user_email: _email, merchant: _merchant, ...event }) => event)
}
