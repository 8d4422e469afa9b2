import type { routingProfilesEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import type { ReplyOf } from '@kontor/contract/endpoint'
import { isAllowed, riskRulesetRoles } from '@kontor/contract/roles'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { hasRate } from '../facts/amount-in.ts'
import { type AppliedRuleset, appliedRulesets, organisationsOf, rulesetVersion } from '../rulesets/applied-rulesets.ts'
import { type StoredRouting, seenRouting } from './seen-routing.ts'

/** The payment profiles that use a routing, as far as the actor sees them. */
export async function routingProfiles(
  trx: Trx,
  actor: Actor,
  id: string,
  now: Date,
): Promise<ReplyOf<typeof routingProfilesEndpoint>> {
  const found = await seenRouting(trx, actor, id)
  const profiles = await profilesWith(trx, found)
    .select(({ ref }) => [
      sql<string[]>`array(select x.processor_id from payment_profile_processor x
        join processor p on p.merchant_id = x.merchant_id and p.id = x.processor_id
        where x.merchant_id = payment_profile.merchant_id and x.payment_profile_id = payment_profile.id
          and p.payment_product = ${found.payment_product}
        order by x.position, x.processor_id)`.as('processors'),
      organisationsOf(ref('payment_profile.merchant_id'), ref('payment_profile.organisation_id')).as('organisations'),
      rulesetVersion(ref('payment_profile.merchant_id')).as('version'),
    ])
    .where(visibleTo(actor, 'payment_profile'))
    .execute()
  const maySeeRules = isAllowed(riskRulesetRoles, actor.roles)
  const answer = []
  for (const { organisations, version, ...profile } of profiles) {
    const place = { merchant: found.merchant_id, profile: profile.id, version, organisations }
    const blocking = maySeeRules ? blockingOf(await appliedRulesets(trx, place)) : []
    answer.push({ ...profile, blocking, has_rate: await hasRate(trx, profile.currency_code, found.currency_code, now) })
  }
  return answer
}

const blockingOf = (rulesets: readonly AppliedRuleset[]) =>
  rulesets
    .filter(({ action }) => action === 'block')
    .map(({ currency_code, rules }) => ({ currency_code, rules: [...rules] }))

/** The payment profiles that use a routing, whoever sees them. */
export const profilesWith = (db: Trx, { merchant_id, id }: Pick<StoredRouting, 'merchant_id' | 'id'>) =>
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
