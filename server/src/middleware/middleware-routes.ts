import {
  activateMiddlewareEndpoint,
  createMiddlewareEndpoint,
  deactivateMiddlewareEndpoint,
  deleteMiddlewareEndpoint,
  middlewareSetupEndpoint,
  rotateMiddlewareSecretEndpoint,
  tryMiddlewareEndpoint,
  updateMiddlewareEndpoint,
} from '@kontor/contract/middleware/middleware.endpoints'
import {
  activateMiddlewareSchemas,
  createMiddlewareSchemas,
  deactivateMiddlewareSchemas,
  deleteMiddlewareSchemas,
  middlewareSetupSchemas,
  rotateMiddlewareSecretSchemas,
  tryMiddlewareSchemas,
  updateMiddlewareSchemas,
} from '@kontor/contract/middleware/middleware.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { answerRow } from '../platform/http/answer-row.ts'
import { route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { requireRow } from '../platform/rows/list.ts'
import { activateMiddleware } from './activate-middleware.ts'
import type { MiddlewareCalls } from './ask-middleware.ts'
import { createMiddleware } from './create-middleware.ts'
import { deactivateMiddleware } from './deactivate-middleware.ts'
import { deleteMiddleware } from './delete-middleware.ts'
import { middlewareSource } from './middleware.rows.ts'
import { middlewareSetup } from './middleware-setup.ts'
import { rotateMiddlewareSecret } from './rotate-middleware-secret.ts'
import { tryMiddleware } from './try-middleware.ts'
import { updateMiddleware } from './update-middleware.ts'

interface MiddlewareServices extends Services {
  readonly middleware: Pick<MiddlewareCalls, 'ask' | 'tell'>
}

/** Middleware is written in the provider's role alone. The statements limit what the actor reaches. */
const asProvider = { as: () => 'provider' as const }

/** Secrets and pauses use the wall clock. */
export function middlewareRoutes(app: FastifyInstance, services: MiddlewareServices): void {
  const { databases, masterKey, middleware } = services
  entityRoutes(app, services, middlewareSource)
  const row = (trx: Trx, actor: Actor, id: string) => requireRow(middlewareSource, trx, actor, id)
  const changed = answerRow(row)

  route(
    app,
    services,
    createMiddlewareEndpoint,
    createMiddlewareSchemas,
    async (trx, { actor, body, now }) => {
      const { id, secret } = await createMiddleware(trx, actor, body, now, masterKey)
      return { answer: { ...(await row(trx, actor, id)), secret } }
    },
    asProvider,
  )
  route(
    app,
    services,
    updateMiddlewareEndpoint,
    updateMiddlewareSchemas,
    changed((trx, { actor, id, body }) => updateMiddleware(trx, actor, id, body)),
    asProvider,
  )
  route(
    app,
    services,
    activateMiddlewareEndpoint,
    activateMiddlewareSchemas,
    changed((trx, { actor, id }) => activateMiddleware(trx, actor, id)),
    asProvider,
  )
  route(
    app,
    services,
    deactivateMiddlewareEndpoint,
    deactivateMiddlewareSchemas,
    changed((trx, { actor, id }) => deactivateMiddleware(trx, actor, id)),
    asProvider,
  )
  route(
    app,
    services,
    rotateMiddlewareSecretEndpoint,
    rotateMiddlewareSecretSchemas,
    async (trx, { actor, id, now }) => {
      const secret = await rotateMiddlewareSecret(trx, actor, id, now, masterKey)
      return { answer: { ...(await row(trx, actor, id)), secret } }
    },
    asProvider,
  )
  route(
    app,
    services,
    deleteMiddlewareEndpoint,
    deleteMiddlewareSchemas,
    async (trx, { actor, id }) => {
      await deleteMiddleware(trx, actor, id)
      return { answer: null }
    },
    asProvider,
  )
  route(app, services, tryMiddlewareEndpoint, tryMiddlewareSchemas, ({ actor, id, now }) =>
    tryMiddleware(actor, id, now, { databases, middleware }),
  )
  route(
    app,
    services,
    middlewareSetupEndpoint,
    middlewareSetupSchemas,
    (trx, { actor, id, now }) => middlewareSetup(trx, actor, id, now),
    asProvider,
  )
}
