import { detailsOf } from '@kontor/contract/list-query'
import { problemSchema, Refusal } from '@kontor/contract/refusal'
import { createSavedViewEndpoint, deleteSavedViewEndpoint, updateSavedViewEndpoint } from '@kontor/contract/saved-view.endpoints'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { atHome } from '../../platform/db/actor.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { command } from '../../platform/http/command.ts'
import type { Services } from '../../platform/http/services.ts'
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './saved-views.ts'

const querystring = z.object({ list: listPath })

export function savedViewRoutes(app: FastifyInstance, services: Services): void {
  const schema = {
    tags: ['saved_view'],
    summary: 'The saved views of a list: one’s own, and what colleagues share',
    querystring,
    response: { 200: z.array(savedView), '4xx': problemSchema },
  }
  app.get('/v1/savedview', { schema }, async (request) => {
    const actor = atHome(await services.authenticate(request))
    const asked = querystring.safeParse(request.query)
    if (!asked.success) throw new Refusal('invalid_request', detailsOf(asked.error, 'query'))
    return inTransaction(services.databases, actor, (trx) => listSavedViews(trx, actor, asked.data.list))
  })

  command(app, services, createSavedViewEndpoint, async (trx, { actor, body, now }) => ({
    answer: await createSavedView(trx, actor, body, now),
  }))
  command(app, services, updateSavedViewEndpoint, async (trx, { actor, id, body, now }) => ({
    answer: await updateSavedView(trx, actor, id, body, now),
  }))
  command(app, services, deleteSavedViewEndpoint, async (trx, { actor, id }) => ({
    answer: await deleteSavedView(trx, actor, id),
  }))
}
