import type { updateValidationRulesetEndpoint } from '@kontor/contract/decisions/rulesets/validation-ruleset.endpoints'
import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { requireKnownCategories } from '../known-categories.ts'
import { changeRuleset, lockRuleset } from './locked-ruleset.ts'
import { profileAt, tagFor } from './ruleset-places.ts'
import { withinBounds } from './within-bounds.ts'

/** Changes what is given. What a ruleset does and whose it is stays. */
export async function updateValidationRuleset(
  trx: Trx,
  actor: Actor,
  id: string,
  { version, tag, payment_profile, rules, ...given }: ReadBody<typeof updateValidationRulesetEndpoint>,
): Promise<void> {
  if (rules) requireKnownCategories(rules)
  const found = await lockRuleset(trx, actor, id)
  if (version !== undefined && version !== found.version)
    throw new Refusal('ruleset_changed', { version: found.version })
  const place = { merchant: found.merchant_id, organisation: found.organisation_id }
  if (tag === null && found.action === 'tag') throw new Refusal('invalid_request', { 'body.tag': 'required' })
  if (tag && found.action !== 'tag') throw new Refusal('invalid_request', { 'body.tag': 'not_of_action' })
  if (given.webhook_url && found.action === '3dSecure')
    throw new Refusal('invalid_request', { 'body.webhook_url': 'not_of_action' })
  const values = {
    ...given,
    ...(tag && { tag_id: await tagFor(trx, actor, place.merchant, tag) }),
    ...(payment_profile !== undefined && {
      payment_profile_id: payment_profile && (await profileAt(trx, actor, place, payment_profile)),
    }),
    ...(rules && { rules: JSON.stringify(rules) }),
  }
  if (Object.keys(values).length === 0) return
  await withinBounds(trx, place.merchant, () => changeRuleset(trx, found, values))
}
