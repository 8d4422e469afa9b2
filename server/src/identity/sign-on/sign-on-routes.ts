import * as endpoints from '@kontor/contract/identity/sign-on/sign-on.endpoints'
import * as schemas from '@kontor/contract/identity/sign-on/sign-on.schemas'
import { merchant } from '@kontor/contract/organisations/merchant.entity'
import type { FastifyInstance } from 'fastify'
import { historyOf } from '../../platform/changes/history.ts'
import { providerId } from '../../platform/db/ids.ts'
import { route } from '../../platform/http/endpoint.ts'
import type { Services } from '../../platform/http/services.ts'
import type { Desk } from '../access/desk.ts'
import { listLinkedIdentities } from './linked-identities.ts'
import { readSignOn } from './read-sign-on.ts'
import { receiveIssuerLogout } from './receive-issuer-logout.ts'
import { setProviderSignOn } from './set-provider-sign-on.ts'
import { setSignOn } from './set-sign-on.ts'
import { trySignOn } from './try-sign-on.ts'
import { unlinkIdentity } from './unlink-identity.ts'

// Only kontor_provider reads how people sign in, so each statement is limited to what the actor may see.
const asProvider = { as: () => 'provider' as const }

/** Registers the settings of single sign-on, what issuers say, and the identities that are linked to users. */
export function signOnRoutes(app: FastifyInstance, services: Services, desk: Desk): void {
  const { masterKey, publicUrl } = desk
  route(
    app,
    services,
    endpoints.signOnEndpoint,
    schemas.signOnSchemas,
    (trx, { id }) => readSignOn(trx, id, publicUrl),
    asProvider,
  )
  route(
    app,
    services,
    endpoints.setSignOnEndpoint,
    schemas.setSignOnSchemas,
    async (trx, { actor, id, body, now }) => {
      await setSignOn(trx, actor, id, body, now, masterKey)
      return { answer: await readSignOn(trx, id, publicUrl) }
    },
    asProvider,
  )
  route(
    app,
    services,
    endpoints.providerSignOnEndpoint,
    schemas.signOnSchemas,
    (trx) => readSignOn(trx, providerId, publicUrl),
    asProvider,
  )
  route(
    app,
    services,
    endpoints.historyOfProviderSignOnEndpoint,
    schemas.historyOfSignOnSchemas,
    (trx, { actor }) => {
      const { sources, databases } = services
      // It stands in the trail as a merchant's does: as a part of the house.
      return historyOf(trx, { sources, accounts: databases.provider }, actor, merchant, { id: providerId })
    },
    asProvider,
  )
  route(
    app,
    services,
    endpoints.setProviderSignOnEndpoint,
    schemas.setSignOnSchemas,
    async (trx, { actor, body, now }) => {
      await setProviderSignOn(trx, actor, body, now, masterKey)
      return { answer: await readSignOn(trx, providerId, publicUrl) }
    },
    asProvider,
  )
  route(app, services, endpoints.receiveIssuerLogoutEndpoint, {}, async ({ params, request, reply, now }) => {
    await receiveIssuerLogout(desk, params.house, request.body, request.ip, now)
    void reply.code(200).header('cache-control', 'no-store').send('')
  })
  route(app, services, endpoints.trySignOnEndpoint, schemas.trySignOnSchemas, ({ actor, body, now }) =>
    trySignOn(actor, body, now, desk),
  )
  route(
    app,
    services,
    endpoints.listLinkedIdentitiesEndpoint,
    schemas.listLinkedIdentitiesSchemas,
    (trx, { actor, id }) => listLinkedIdentities(trx, actor, id),
    asProvider,
  )
  route(
    app,
    services,
    endpoints.unlinkIdentityEndpoint,
    schemas.unlinkIdentitySchemas,
    async (trx, { actor, id, body, now, request }) => {
      await unlinkIdentity(trx, actor, id, { ...body, ip: request.ip }, now)
      return { answer: null }
    },
    asProvider,
  )
}
