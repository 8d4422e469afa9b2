import type { createValidationRulesetEndpoint } from '@kontor/contract/decisions/rulesets/validation-ruleset.endpoints'
import type { ReadBody } from '@kontor/contract/endpoint'
import { visibleOrganisation } from '../../identity/access/visible-organisation.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { baseCurrency } from '../base-currency.ts'
import { requireKnownCategories } from '../known-categories.ts'
import { profileAt, tagFor } from './ruleset-places.ts'
import { withinBounds } from './within-bounds.ts'

/** Creates a ruleset. Its schema has checked that it has what its action needs. */
export async function createValidationRuleset(
  trx: Trx,
  actor: Actor,
  input: ReadBody<typeof createValidationRulesetEndpoint>,
  now: Date,
): Promise<string> {
  const { organisation, tag, payment_profile, rules, currency_code, ...values } = input
  requireKnownCategories(rules)
  const of = await visibleOrganisation(trx, actor, organisation)
  const place = { merchant: of.merchant, organisation: of.id }
  const { id, created_at } = newId(now)
  const row = {
    ...{ ...values, merchant_id: of.merchant, id, created_at, organisation_id: of.id },
    tag_id: tag ? await tagFor(trx, actor, of.merchant, tag) : null,
    payment_profile_id: payment_profile ? await profileAt(trx, actor, place, payment_profile) : null,
    currency_code: currency_code ?? (await baseCurrency(trx, of.merchant)),
    rules: JSON.stringify(rules),
  }
  await withinBounds(trx, of.merchant, () => trx.insertInto('validation_ruleset').values(row).execute())
  return id
}
