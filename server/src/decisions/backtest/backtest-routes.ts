import {
  backtestProgressEndpoint,
  backtestRoutingEndpoint,
  backtestValidationRulesetEndpoint,
} from '@kontor/contract/decisions/backtest/backtest.endpoints'
import {
  backtestProgressSchemas,
  backtestRoutingSchemas,
  backtestValidationRulesetSchemas,
} from '@kontor/contract/decisions/backtest/backtest.schemas'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/endpoint.ts'
import type { Services } from '../../platform/http/services.ts'
import { BacktestProgress } from './backtest-progress.ts'
import { backtestRouting } from './backtest-routing.ts'
import { backtestValidationRuleset } from './backtest-validation-ruleset.ts'

/** Back-tests read the payments of a merchant, which are made in the engine's time. */
export function backtestRoutes(app: FastifyInstance, services: Services): void {
  const { databases, modules } = services
  const progress = new BacktestProgress()
  const own = { databases, modules, progress }
  route(app, services, backtestRoutingEndpoint, backtestRoutingSchemas, (call) => backtestRouting(call, own))
  route(app, services, backtestValidationRulesetEndpoint, backtestValidationRulesetSchemas, (call) =>
    backtestValidationRuleset(call, own),
  )
  route(app, services, backtestProgressEndpoint, backtestProgressSchemas, async ({ actor, id }) => {
    const steps = progress.of(actor, id)
    if (!steps) throw new Refusal('not_found')
    return steps
  })
}
