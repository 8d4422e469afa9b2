import { signInEventsEndpoint } from '@kontor/contract/identity/sign-in-event.endpoints'
import { signInEventsSchemas } from '@kontor/contract/identity/sign-in-event.schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/endpoint.ts'
import type { Services } from '../../platform/http/services.ts'
import { listSignInEvents } from '../access/list-sign-in-events.ts'

export function signInEventRoute(app: FastifyInstance, services: Services): void {
  route(app, services, signInEventsEndpoint, signInEventsSchemas, (trx, { query }) => listSignInEvents(trx, query))
}
