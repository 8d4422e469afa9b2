import type { routingProfilesEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import type { ReplyOf } from '@kontor/contract/endpoint'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Reader } from '../../platform/db/database.ts'
import { type StoredRouting, seenRouting } from './seen-routing.ts'

/** The payment profiles that use a routing, as far as the actor sees them. */
export async function routingProfiles(
  db: Reader,
  actor: Actor,
  id: string,
): Promise<ReplyOf<typeof routingProfilesEndpoint>> {
  const found = await seenRouting(db, actor, id)
  return profilesWith(db, found)
    .select(
      sql<string[]>`array(select x.processor_id from payment_profile_processor x
        join processor p on p.merchant_id = x.merchant_id and p.id = x.processor_id
        where x.merchant_id = payment_profile.merchant_id and x.payment_profile_id = payment_profile.id
          and p.payment_product = ${found.payment_product}
        order by x.position, x.processor_id)`.as('processors'),
    )
    .where(visibleTo(actor, 'payment_profile'))
    .execute()
}

/** The payment profiles that use a routing, whoever sees them. */
export const profilesWith = (db: Reader, { merchant_id, id }: Pick<StoredRouting, 'merchant_id' | 'id'>) =>
  db
    .selectFrom('payment_profile_routing as choice')
    .innerJoin('payment_profile', (join) =>
      join
        .onRef('payment_profile.merchant_id', '=', 'choice.merchant_id')
        .onRef('payment_profile.id', '=', 'choice.payment_profile_id'),
    )
    .select(['payment_profile.id', 'payment_profile.name', 'payment_profile.currency_code'])
    .where('choice.merchant_id', '=', merchant_id)
    .where('choice.routing_id', '=', id)
    .orderBy('payment_profile.name')
    .orderBy('payment_profile.id')
