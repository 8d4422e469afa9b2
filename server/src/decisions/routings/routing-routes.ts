import {
  checkRoutingEndpoint,
  createRoutingEndpoint,
  deleteNewRoutingDraftEndpoint,
  deleteRoutingDraftEndpoint,
  deleteRoutingEndpoint,
  newRoutingDraftEndpoint,
  newRoutingEndpoint,
  profileRoutingsEndpoint,
  restoreRoutingEndpoint,
  routingDraftEndpoint,
  routingProfilesEndpoint,
  routingSharesEndpoint,
  saveNewRoutingDraftEndpoint,
  saveRoutingDraftEndpoint,
  tryRoutingEndpoint,
  updateRoutingEndpoint,
} from '@kontor/contract/decisions/routings/routing.endpoints'
import {
  checkRoutingSchemas,
  createRoutingSchemas,
  deleteNewRoutingDraftSchemas,
  deleteRoutingDraftSchemas,
  deleteRoutingSchemas,
  newRoutingDraftSchemas,
  newRoutingSchemas,
  profileRoutingsSchemas,
  restoreRoutingSchemas,
  routingDraftSchemas,
  routingProfilesSchemas,
  routingReply,
  routingSharesSchemas,
  saveNewRoutingDraftSchemas,
  saveRoutingDraftSchemas,
  tryRoutingSchemas,
  updateRoutingSchemas,
} from '@kontor/contract/decisions/routings/routing.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { answerRow } from '../../platform/http/answer-row.ts'
import { route } from '../../platform/http/endpoint.ts'
import { entityRoutes } from '../../platform/http/entity-routes.ts'
import type { Services } from '../../platform/http/services.ts'
import { requireRow } from '../../platform/rows/list.ts'
import { checkRouting } from './check-routing.ts'
import { createRouting } from './create-routing.ts'
import { deleteRouting } from './delete-routing.ts'
import { deleteNewRoutingDraft } from './drafts/delete-new-routing-draft.ts'
import { deleteRoutingDraft } from './drafts/delete-routing-draft.ts'
import { newRoutingDraft } from './drafts/new-routing-draft.ts'
import { routingDraft } from './drafts/routing-draft.ts'
import { saveNewRoutingDraft } from './drafts/save-new-routing-draft.ts'
import { saveRoutingDraft } from './drafts/save-routing-draft.ts'
import { listRoutingsOfProducts } from './list-routings-of-products.ts'
import { newRouting } from './new-routing.ts'
import { restoreRouting } from './restore-routing.ts'
import { routingSource } from './routing.rows.ts'
import { routingProfiles } from './routing-profiles.ts'
import { routingShares } from './routing-shares.ts'
import { tryRouting } from './try-routing.ts'
import { updateRouting } from './update-routing.ts'

export function routingRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, routingSource, routingReply)
  const row = (trx: Trx, actor: Actor, id: string) => requireRow(routingSource, trx, actor, id)
  const changed = answerRow(row)

  route(app, services, newRoutingEndpoint, newRoutingSchemas, (trx, { actor }) => newRouting(trx, actor))
  route(app, services, createRoutingEndpoint, createRoutingSchemas, async (trx, { actor, body, now }) => ({
    answer: await row(trx, actor, await createRouting(trx, actor, body, now)),
  }))
  route(
    app,
    services,
    updateRoutingEndpoint,
    updateRoutingSchemas,
    changed((trx, { actor, id, body, now }) => updateRouting(trx, actor, id, body, now)),
  )
  route(
    app,
    services,
    restoreRoutingEndpoint,
    restoreRoutingSchemas,
    changed((trx, { actor, id, body, now }) => restoreRouting(trx, actor, id, body, now)),
  )
  route(app, services, deleteRoutingEndpoint, deleteRoutingSchemas, async (trx, { actor, id }) => {
    await deleteRouting(trx, actor, id)
    return { answer: null }
  })
  route(app, services, routingProfilesEndpoint, routingProfilesSchemas, (trx, { actor, id, now }) =>
    routingProfiles(trx, actor, id, now),
  )
  route(app, services, routingSharesEndpoint, routingSharesSchemas, (trx, { actor, id }) =>
    routingShares(trx, actor, id),
  )
  route(app, services, routingDraftEndpoint, routingDraftSchemas, (trx, { actor, id }) => routingDraft(trx, actor, id))
  route(app, services, saveRoutingDraftEndpoint, saveRoutingDraftSchemas, async (trx, { actor, id, body, now }) => ({
    answer: await saveRoutingDraft(trx, actor, id, body, now),
  }))
  route(app, services, deleteRoutingDraftEndpoint, deleteRoutingDraftSchemas, async (trx, { actor, id }) => {
    await deleteRoutingDraft(trx, actor, id)
    return { answer: null }
  })
  route(app, services, newRoutingDraftEndpoint, newRoutingDraftSchemas, (trx, { actor }) => newRoutingDraft(trx, actor))
  route(app, services, saveNewRoutingDraftEndpoint, saveNewRoutingDraftSchemas, async (trx, { actor, body, now }) => ({
    answer: await saveNewRoutingDraft(trx, actor, body, now),
  }))
  route(app, services, deleteNewRoutingDraftEndpoint, deleteNewRoutingDraftSchemas, async (trx, { actor }) => {
    await deleteNewRoutingDraft(trx, actor)
    return { answer: null }
  })
  route(app, services, tryRoutingEndpoint, tryRoutingSchemas, async (trx, { actor, body, now }) => ({
    answer: await tryRouting(trx, actor, body, now),
  }))
  route(app, services, checkRoutingEndpoint, checkRoutingSchemas, async (trx, { actor, body, now }) => ({
    answer: await checkRouting(trx, actor, body, now),
  }))
  route(app, services, profileRoutingsEndpoint, profileRoutingsSchemas, (trx, { actor }) =>
    listRoutingsOfProducts(trx, actor),
  )
}
