import { defineEndpoint } from '../../endpoint.ts'
import { validationRuleset } from './validation-ruleset.entity.ts'
import type * as schemas from './validation-ruleset.schemas.ts'

export const createValidationRulesetEndpoint = defineEndpoint<typeof schemas.createValidationRulesetSchemas>()({
  name: 'create-validation-ruleset',
  method: 'POST',
  path: '/v1/validationruleset',
  area: 'validation_ruleset',
  summary: 'Create a ruleset',
  description: 'It counts at once for payments that begin, unless it is created inactive.',
  access: validationRuleset.roles.create,
  status: 201,
  refusals: ['limit_reached', 'rulesets_full'],
  changes: ['validation_ruleset'],
})

/** The change counts for payments that begin from then on. Action and organisation stay as they are. */
export const updateValidationRulesetEndpoint = defineEndpoint<typeof schemas.updateValidationRulesetSchemas>()({
  name: 'update-validation-ruleset',
  method: 'POST',
  path: '/v1/validationruleset/:id',
  area: 'validation_ruleset',
  summary: 'Change a ruleset',
  access: validationRuleset.roles.update,
  refusals: ['ruleset_changed', 'rulesets_full'],
  changes: ['validation_ruleset'],
})

export const activateValidationRulesetEndpoint = defineEndpoint<typeof schemas.activateValidationRulesetSchemas>()({
  name: 'activate-validation-ruleset',
  method: 'POST',
  path: '/v1/validationruleset/:id/activate',
  area: 'validation_ruleset',
  summary: 'Ask a ruleset about payments again',
  access: validationRuleset.roles.update,
  refusals: ['rulesets_full'],
  changes: ['validation_ruleset'],
})

export const deactivateValidationRulesetEndpoint = defineEndpoint<typeof schemas.deactivateValidationRulesetSchemas>()({
  name: 'deactivate-validation-ruleset',
  method: 'POST',
  path: '/v1/validationruleset/:id/deactivate',
  area: 'validation_ruleset',
  summary: 'Ask a ruleset about no payment any more',
  access: validationRuleset.roles.update,
  changes: ['validation_ruleset'],
})

export const deleteValidationRulesetEndpoint = defineEndpoint<typeof schemas.deleteValidationRulesetSchemas>()({
  name: 'delete-validation-ruleset',
  method: 'DELETE',
  path: '/v1/validationruleset/:id',
  area: 'validation_ruleset',
  summary: 'Delete a ruleset; the payments that it hit stay as they are',
  access: validationRuleset.roles.delete,
  status: 204,
  changes: ['validation_ruleset'],
})

/** The same function decides on payments. */
export const tryValidationRulesetEndpoint = defineEndpoint<typeof schemas.tryValidationRulesetSchemas>()({
  name: 'try-validation-ruleset',
  method: 'POST',
  path: '/v1/validationruleset/try',
  area: 'validation_ruleset',
  summary: 'Say whether rules would hit a payment; stores nothing',
  access: validationRuleset.roles.list,
  withoutTransaction: true,
  keepsNoAnswer: 'reads',
})

/** How 3-D Secure ended for the payments of the last 28 days that rulesets demanded it of. */
export const threeDSecureResultsEndpoint = defineEndpoint<typeof schemas.threeDSecureResultsSchemas>()({
  name: 'list-three-d-secure-results',
  method: 'GET',
  path: '/v1/validationruleset/3dsecure',
  area: 'validation_ruleset',
  summary: 'Count how 3-D Secure ended where rulesets demanded it, in the last 28 days',
  description:
    'By ruleset and by processor, over the payments that the caller sees. A payment of which several rulesets demanded it counts for each.',
  access: validationRuleset.roles.list,
  of: 'merchant',
})

/** The same function checks while somebody types. */
export const checkValidationRulesetEndpoint = defineEndpoint<typeof schemas.checkValidationRulesetSchemas>()({
  name: 'check-validation-ruleset',
  method: 'POST',
  path: '/v1/validationruleset/check',
  area: 'validation_ruleset',
  summary: 'Find what rules have in common with the active rulesets of the same action; stores nothing',
  access: validationRuleset.roles.list,
})
