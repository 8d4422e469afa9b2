import {
  requireMfaOfProviderUserEndpoint,
  requireMfaOfUserEndpoint,
} from '@kontor/contract/identity/user-mfa.endpoints'
import { requireMfaOfProviderUserSchemas, requireMfaOfUserSchemas } from '@kontor/contract/identity/user-mfa.schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/endpoint.ts'
import type { Services } from '../../platform/http/services.ts'
import { requireMfaOfProviderUser } from './require-mfa-of-provider-user.ts'
import { requireMfaOfUser } from './require-mfa-of-user.ts'

/** Registers the decisions of other users about an account. */
export function userRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, requireMfaOfUserEndpoint, requireMfaOfUserSchemas, async (trx, { actor, id, body }) => ({
    answer: await requireMfaOfUser(trx, actor, id, body),
  }))
  route(
    app,
    services,
    requireMfaOfProviderUserEndpoint,
    requireMfaOfProviderUserSchemas,
    async (trx, { actor, id, body }) => ({
      answer: await requireMfaOfProviderUser(trx, actor, id, body),
    }),
  )
}
