import {
  activateValidationRulesetEndpoint,
  checkValidationRulesetEndpoint,
  createValidationRulesetEndpoint,
  deactivateValidationRulesetEndpoint,
  deleteValidationRulesetEndpoint,
  threeDSecureResultsEndpoint,
  tryValidationRulesetEndpoint,
  updateValidationRulesetEndpoint,
} from '@kontor/contract/decisions/rulesets/validation-ruleset.endpoints'
import {
  activateValidationRulesetSchemas,
  checkValidationRulesetSchemas,
  createValidationRulesetSchemas,
  deactivateValidationRulesetSchemas,
  deleteValidationRulesetSchemas,
  threeDSecureResultsSchemas,
  tryValidationRulesetSchemas,
  updateValidationRulesetSchemas,
} from '@kontor/contract/decisions/rulesets/validation-ruleset.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { answerRow } from '../../platform/http/answer-row.ts'
import { route } from '../../platform/http/endpoint.ts'
import { entityRoutes } from '../../platform/http/entity-routes.ts'
import type { Services } from '../../platform/http/services.ts'
import { requireRow } from '../../platform/rows/list.ts'
import { activateValidationRuleset } from './activate-validation-ruleset.ts'
import { checkValidationRuleset } from './check-validation-ruleset.ts'
import { createValidationRuleset } from './create-validation-ruleset.ts'
import { deactivateValidationRuleset } from './deactivate-validation-ruleset.ts'
import { deleteValidationRuleset } from './delete-validation-ruleset.ts'
import { listThreeDSecureResults } from './list-three-d-secure-results.ts'
import { tryValidationRuleset } from './try-validation-ruleset.ts'
import { updateValidationRuleset } from './update-validation-ruleset.ts'
import { validationRulesetSource } from './validation-ruleset.rows.ts'

/** The lists and commands of rulesets. */
export function validationRulesetRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, validationRulesetSource)
  const row = (trx: Trx, actor: Actor, id: string) => requireRow(validationRulesetSource, trx, actor, id)
  const changed = answerRow(row)

  route(
    app,
    services,
    createValidationRulesetEndpoint,
    createValidationRulesetSchemas,
    async (trx, { actor, body, now }) => ({
      answer: await row(trx, actor, await createValidationRuleset(trx, actor, body, now)),
    }),
  )
  route(
    app,
    services,
    updateValidationRulesetEndpoint,
    updateValidationRulesetSchemas,
    changed((trx, { actor, id, body }) => updateValidationRuleset(trx, actor, id, body)),
  )
  route(
    app,
    services,
    activateValidationRulesetEndpoint,
    activateValidationRulesetSchemas,
    changed((trx, { actor, id }) => activateValidationRuleset(trx, actor, id)),
  )
  route(
    app,
    services,
    deactivateValidationRulesetEndpoint,
    deactivateValidationRulesetSchemas,
    changed((trx, { actor, id }) => deactivateValidationRuleset(trx, actor, id)),
  )
  route(app, services, deleteValidationRulesetEndpoint, deleteValidationRulesetSchemas, async (trx, { actor, id }) => {
    await deleteValidationRuleset(trx, actor, id)
    return { answer: null }
  })
  route(app, services, threeDSecureResultsEndpoint, threeDSecureResultsSchemas, (trx, { actor }) =>
    listThreeDSecureResults(trx, actor),
  )
  route(app, services, checkValidationRulesetEndpoint, checkValidationRulesetSchemas, async (trx, { actor, body }) => ({
    answer: await checkValidationRuleset(trx, actor, body),
  }))
  route(app, services, tryValidationRulesetEndpoint, tryValidationRulesetSchemas, async ({ body, now }) =>
    tryValidationRuleset(body, now),
  )
}
