import { factOf, holds } from '@kontor/contract/decisions/conditions/condition.rules'
import type { tryValidationRulesetEndpoint } from '@kontor/contract/decisions/rulesets/validation-ruleset.endpoints'
import { asksNothing } from '@kontor/contract/decisions/rulesets/validation-ruleset.rules'
import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import { newId } from '../../platform/db/ids.ts'
import { lotsOf } from '../lots.ts'
import { holdAll } from './judge.ts'

/** Says whether rules would hit a payment, as `judge` does for payments that begin. It reads and stores nothing. */
export function tryValidationRuleset(
  { rules, facts, ruleset, transaction }: ReadBody<typeof tryValidationRulesetEndpoint>,
  now: Date,
): ReplyOf<typeof tryValidationRulesetEndpoint> {
  const lot = lotsOf(transaction ?? newId(now).id)(ruleset ?? newId(now).id)
  const draw = () => lot
  return {
    hit: holdAll(
      rules.filter((rule) => !asksNothing(rule)),
      facts,
      draw,
    ),
    rules: rules.map((rule) => ({ held: asksNothing(rule) || holds(rule, factOf(rule.name, facts, draw)) })),
  }
}
