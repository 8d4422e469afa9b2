import { Refusal } from '@kontor/contract/refusal'
import { type SqlBool, sql } from 'kysely'
import { holdTree } from '../../organisations/rulesets-left-behind.ts'
import { visibleProfile } from '../../organisations/visible-profile.ts'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { organisationsAbove } from '../../platform/db/organisations-above.ts'

interface Place {
  merchant: string
  organisation: string
}

/**
 * Refuses a payment profile that the actor may not see, or that is not at or below the organisation of the ruleset. It stays
 * there until the ruleset is written.
 */
export async function profileAt(
  trx: Trx,
  actor: Actor,
  { merchant, organisation }: Place,
  id: string,
): Promise<string> {
  await holdTree(trx, merchant)
  const profile = await visibleProfile(trx, actor, id, merchant)
  const { organisation_id } = await trx
    .selectFrom('payment_profile')
    .select('organisation_id')
    .where('merchant_id', '=', merchant)
    .where('id', '=', profile.id)
    .forShare()
    .executeTakeFirstOrThrow()
  const above = await trx
    .selectFrom('organisation')
    .select('id')
    .where('merchant_id', '=', merchant)
    .where('id', '=', organisation)
    .where(sql<SqlBool>`id in (${organisationsAbove(merchant, [organisation_id])})`)
    .executeTakeFirst()
  if (!above) throw new Refusal('invalid_request', { 'body.payment_profile': 'not_in_organisation' })
  return profile.id
}

/** The tag, held until the ruleset is written. Refused when the actor may not see it or it is another merchant's. */
export async function tagFor(trx: Trx, actor: Actor, merchant: string, id: string): Promise<string> {
  const found = await trx
    .selectFrom('tag')
    .select('id')
    .where('merchant_id', '=', merchant)
    .where('id', '=', id)
    .where(visibleTo(actor, 'tag'))
    .forKeyShare()
    .executeTakeFirst()
  if (!found) throw new Refusal('invalid_request', { 'body.tag': 'not_found' })
  return found.id
}
