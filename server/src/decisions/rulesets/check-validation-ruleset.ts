import { checkRuleset } from '@kontor/contract/decisions/checker/check-rulesets'
import type { checkValidationRulesetEndpoint } from '@kontor/contract/decisions/rulesets/validation-ruleset.endpoints'
import { mostChecked } from '@kontor/contract/decisions/rulesets/validation-ruleset.rules'
import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import { sql } from 'kysely'
import { visibleOrganisation } from '../../identity/access/visible-organisation.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { otherRulesets, profilesAt } from './other-rulesets.ts'
import { profileAt } from './ruleset-places.ts'

/** What rules have in common with the active rulesets of the same action, for the payment profiles of their place. */
export async function checkValidationRuleset(
  trx: Trx,
  actor: Actor,
  {
    action,
    rules,
    currency_code,
    organisation,
    payment_profile,
    ruleset,
  }: ReadBody<typeof checkValidationRulesetEndpoint>,
): Promise<ReplyOf<typeof checkValidationRulesetEndpoint>> {
  const { id, merchant } = await visibleOrganisation(trx, actor, organisation)
  const profile = payment_profile ? await profileAt(trx, actor, { merchant, organisation: id }, payment_profile) : null
  const { rows } = await sql<{ own: string[] }>`
    select ${profilesAt(sql`${merchant}::uuid`, sql`${id}::uuid`, sql`${profile}`)} as own`.execute(trx)
  const own = rows[0]?.own ?? []
  const others = await otherRulesets(trx, actor, { merchant, action, but: ruleset, most: mostChecked })
  const compared = others
    .filter(({ profiles }) => own.length === 0 || profiles.some((each) => own.includes(each)))
    .map((other) => ({
      ...other,
      isAskedAlways: own.every((each) => other.profiles.includes(each)),
      isAskedNowhereElse: other.profiles.every((each) => own.includes(each)),
    }))
  const names = new Map(others.map((other) => [other.id, other.name]))
  return checkRuleset({ currency_code, rules }, compared).map((finding) => ({
    ...finding,
    name: finding.ruleset === undefined ? undefined : names.get(finding.ruleset),
  }))
}
