import type { FastifyInstance } from 'fastify'
import { accountOf } from '../accounts.ts'
import type { Services } from '../services.ts'
import { answer } from './operations.routes.ts'
import { resumeBody } from './requests.ts'

/** Goes on with a payment whose payer came back. */
export function resumeRoutes(app: FastifyInstance, services: Services) {
  app.post('/v1/resumes', async (request, reply) => {
    const account = await accountOf(services.db, request)
    const asked = { account: account.name, kind: 'resume' as const, ...resumeBody.parse(request.body) }
    return answer({ services, request, reply }, account, asked)
  })
}
