import { defineEndpoint } from '../../endpoint.ts'
import { anyone, riskRulesetRoles } from '../../roles.ts'
import { routing } from '../routings/routing.entity.ts'
import { withFigures } from './backtest.rules.ts'
import type * as schemas from './backtest.schemas.ts'

/** Ending the request ends the work of the database. */
export const backtestRoutingEndpoint = defineEndpoint<typeof schemas.backtestRoutingSchemas>()({
  name: 'backtest-routing',
  method: 'POST',
  path: '/v1/routing/backtest',
  area: 'routing',
  summary: 'Say which payments of the last days a changed tree would send elsewhere; stores nothing',
  description:
    'Payments are compared with others of the same card brand, country, currency and size. That is no promise: the payers differ.',
  access: withFigures(routing.roles.list),
  refusals: ['too_many_backtests', 'backtest_too_long', 'backtest_too_varied'],
  withoutTransaction: true,
  keepsNoAnswer: 'reads',
})

/** Ending the request ends the work of the database. */
export const backtestValidationRulesetEndpoint = defineEndpoint<typeof schemas.backtestValidationRulesetSchemas>()({
  name: 'backtest-validation-ruleset',
  method: 'POST',
  path: '/v1/validationruleset/backtest',
  area: 'validation_ruleset',
  summary: 'Say which payments of the last days rules would have hit, and what became of them; stores nothing',
  access: withFigures(riskRulesetRoles),
  refusals: ['too_many_backtests', 'backtest_too_long', 'backtest_too_varied'],
  withoutTransaction: true,
  keepsNoAnswer: 'reads',
})

export const backtestProgressEndpoint = defineEndpoint<typeof schemas.backtestProgressSchemas>()({
  name: 'get-backtest-progress',
  method: 'GET',
  path: '/v1/backtest/:id',
  area: 'backtest',
  summary: 'Get how far a back-test is, by the id that it was given as progress',
  access: anyone,
  withoutTransaction: true,
})
