import { defineEntity, type Row } from '../../entity.ts'
import {
  choice,
  conditions,
  currency,
  flag,
  id,
  integer,
  ofMerchant,
  optional,
  ref,
  text,
  timestamp,
} from '../../field.ts'
import { riskRulesetRoles } from '../../roles.ts'
import type { Condition } from '../conditions/condition.rules.ts'
import { rulesetActions } from '../decision.rules.ts'
import { changeRulesetRoles, mostRulesets } from './validation-ruleset.rules.ts'

/** Rules about payments that begin: those for which all hold are tagged, blocked, or authenticated by 3-D Secure. */
export const validationRuleset = defineEntity({
  name: 'validation_ruleset',
  resource: 'validationruleset',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    action: choice(rulesetActions),
    active: flag(),
    /** The tag that it puts on payments. */
    tag: optional(ref('tag')),
    rules: conditions<Condition>(),
    /** The currency of the amounts in its rules. */
    currency_code: currency(),
    webhook_url: optional(text()),
    email: optional(text()),
    /** Null: it is asked about payments of every payment profile of its organisation and of those below. */
    payment_profile: optional(ref('payment_profile')),
    /** The number of transactions of the last 28 days that it hit and that the viewer may see. */
    recent_hits: integer(),
    /** Raised by each change. */
    version: integer(),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    action: 'any',
    active: 'is',
    name: 'is',
    tag: 'is',
    payment_profile: 'any',
    created_at: 'range',
  },
  search: { name: 'contains', id: 'is' },
  sort: ['created_at', 'name'],
  populate: ['tag', 'payment_profile', 'organisation'],
  asRelation: ['id', 'created_at', 'action', 'organisation', 'merchant'],
  hasHistory: true,
  roles: { list: riskRulesetRoles, ...changeRulesetRoles },
  export: ['id', 'created_at', 'name', 'action', 'active', 'rules', 'currency_code', 'recent_hits'],
  maxLimit: mostRulesets,
})

export type ValidationRuleset = Row<typeof validationRuleset>
