import { requireMfaOfProviderUserEndpoint, requireMfaOfUserEndpoint } from '@kontor/contract/identity/user-mfa.endpoints'
import type { FastifyInstance } from 'fastify'
import { command } from '../../platform/http/command.ts'
import type { Services } from '../../platform/http/services.ts'
import { requireMfaOfProviderUser, requireMfaOfUser } from './require-mfa.ts'

/** What somebody else decides about an account. */
export function userRoutes(app: FastifyInstance, services: Services): void {
  command(app, services, requireMfaOfUserEndpoint, async (trx, { actor, id, body }) => ({
    answer: await requireMfaOfUser(trx, actor, id, body.mfa_required),
  }))
  command(app, services, requireMfaOfProviderUserEndpoint, async (trx, { actor, id, body }) => ({
    answer: await requireMfaOfProviderUser(trx, actor, id, body.mfa_required),
  }))
}
