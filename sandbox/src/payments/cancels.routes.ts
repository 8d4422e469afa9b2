import type { FastifyInstance } from 'fastify'
import { accountOf } from '../accounts.ts'
import type { Services } from '../services.ts'
import { answer } from './operations.routes.ts'
import { cancelBody } from './requests.ts'

/** Cancels what a caller knows only by its own reference, because no reply ever told it an id. */
export function cancelRoutes(app: FastifyInstance, services: Services) {
  app.post('/v1/cancels', async (request, reply) => {
    const account = await accountOf(services.db, request)
    const asked = { account: account.name, kind: 'cancel' as const, ...cancelBody.parse(request.body) }
    return answer({ services, request, reply }, account, asked)
  })
}
