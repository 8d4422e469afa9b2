import { checkTree, type UsableProcessor } from '@kontor/contract/decisions/checker/check-tree'
import type { checkRoutingEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import { endpointsOf, withIds } from '@kontor/contract/decisions/routings/tree.rules'
import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import { sql } from 'kysely'
import { usableBy } from '../../organisations/shared-processors.ts'
import { visibleProfile } from '../../organisations/visible-profile.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { hasRate } from '../facts/amount-in.ts'
import { appliedRulesets, organisationsOf, rulesetVersion } from '../rulesets/applied-rulesets.ts'

type Profile = Awaited<ReturnType<typeof visibleProfile>>

/** What can be known of a tree without a payment: as a payment profile uses it, or for the processors that the actor may use. */
export async function checkRouting(
  trx: Trx,
  actor: Actor,
  { details, payment_product, currency_code, payment_profile }: ReadBody<typeof checkRoutingEndpoint>,
  now: Date,
): Promise<ReplyOf<typeof checkRoutingEndpoint>> {
  const profile = payment_profile === undefined ? undefined : await visibleProfile(trx, actor, payment_profile)
  const tree = withIds(details)
  const known = await processorsFor(trx, actor, endpointsOf(tree), profile)
  // A tree that no payment profile uses need not name every processor.
  const processors = profile ? known : known.filter(({ id }) => endpointsOf(tree).includes(id))
  const profile_currency = profile?.currency_code
  const blocking = profile ? await blockingAt(trx, profile) : []
  const isWithoutRate = profile && !(await hasRate(trx, profile.currency_code, currency_code, now))
  const about = { payment_product, currency_code, profile_currency, isWithoutRate, processors, blocking }
  const findings = checkTree(tree, about)
  return { details: tree, findings }
}

/** What never comes to the tree, because a ruleset blocks it before. */
async function blockingAt(trx: Trx, { merchant_id, id, organisation_id }: NonNullable<Profile>) {
  const column = (of: string) => sql<string>`${of}::uuid`
  const merchant = column(merchant_id)
  const place = await trx
    .selectNoFrom([
      organisationsOf(merchant, column(organisation_id)).as('organisations'),
      rulesetVersion(merchant).as('version'),
    ])
    .executeTakeFirstOrThrow()
  const rulesets = await appliedRulesets(trx, { merchant: merchant_id, profile: id, ...place })
  return rulesets.filter(({ action }) => action === 'block')
}

/** The processors at the ends of the tree and those of the profile. */
function processorsFor(
  trx: Trx,
  actor: Actor,
  ends: readonly string[],
  profile: Profile | undefined,
): Promise<UsableProcessor[]> {
  const chosen = sql<boolean>`exists (select from payment_profile_processor x where x.merchant_id = processor.merchant_id
    and x.processor_id = processor.id and x.payment_profile_id = ${profile?.id ?? null})`
  return trx
    .selectFrom('processor')
    .select(['id', 'active', 'payment_product'])
    .select(profile ? chosen.as('inProfile') : sql<boolean>`true`.as('inProfile'))
    .where(({ or, eb, and }) =>
      or([and([eb('id', 'in', [...ends]), usableBy(actor)]), ...(profile ? [chosen.$castTo<boolean>()] : [])]),
    )
    .execute()
}
