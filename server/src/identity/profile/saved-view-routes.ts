import {
  createSavedViewEndpoint,
  deleteSavedViewEndpoint,
  listSavedViewsEndpoint,
  updateSavedViewEndpoint,
} from '@kontor/contract/platform/saved-view.endpoints'
import {
  createSavedViewSchemas,
  deleteSavedViewSchemas,
  listSavedViewsSchemas,
  updateSavedViewSchemas,
} from '@kontor/contract/platform/saved-view.schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/endpoint.ts'
import type { Services } from '../../platform/http/services.ts'
import { createSavedView } from './create-saved-view.ts'
import { deleteSavedView } from './delete-saved-view.ts'
import { listSavedViews } from './saved-views.ts'
import { updateSavedView } from './update-saved-view.ts'

export function savedViewRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, listSavedViewsEndpoint, listSavedViewsSchemas, (trx, { actor, query }) =>
    listSavedViews(trx, actor, query.list),
  )
  route(app, services, createSavedViewEndpoint, createSavedViewSchemas, async (trx, { actor, body, now }) => ({
    answer: await createSavedView(trx, actor, body, now),
  }))
  route(app, services, updateSavedViewEndpoint, updateSavedViewSchemas, async (trx, { actor, id, body, now }) => ({
    answer: await updateSavedView(trx, actor, id, body, now),
  }))
  route(app, services, deleteSavedViewEndpoint, deleteSavedViewSchemas, async (trx, { actor, id }) => ({
    answer: await deleteSavedView(trx, actor, id),
  }))
}
