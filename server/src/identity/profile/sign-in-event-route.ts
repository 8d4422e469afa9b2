import { detailsOf } from '@kontor/contract/list-query'
import { problemSchema, Refusal } from '@kontor/contract/refusal'
import { anyOf } from '@kontor/contract/roles'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { requireRole } from '../../platform/http/entity-routes.ts'
import type { Services } from '../../platform/http/services.ts'
import { listSignInEvents } from './profile-lists.ts'

const roles = anyOf('PSP_ALL', 'PSP_USER_ALL', 'PSP_USER_LIST')

/** The record of everybody's sign-ins, for the provider. */
export function signInEventRoute(app: FastifyInstance, services: Services): void {
  app.get(
    '/v1/psp/signinevent',
    {
      schema: {
        tags: ['psp'],
        summary: 'What happened to accounts: sign-ins, failures, locks, changes of factors; newest first',
        querystring: signInEventQueryOfAnyone,
        response: { 200: z.array(signInEventOfAnyone), '4xx': problemSchema },
      },
    },
    async (request) => {
      const actor = await services.authenticate(request)
      requireRole(actor, roles)
      const query = signInEventQueryOfAnyone.safeParse({ ...(request.query as object) })
      if (!query.success) throw new Refusal('invalid_request', detailsOf(query.error, 'query'))
      return listSignInEvents(services.databases.provider, query.data)
    },
  )
}
