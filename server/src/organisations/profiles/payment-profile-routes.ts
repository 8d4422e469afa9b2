import {
  createPaymentProfileEndpoint,
  deletePaymentProfileEndpoint,
  newPaymentProfileEndpoint,
  paymentProfileHoldersEndpoint,
  setPaymentProfileMiddlewareEndpoint,
  setPaymentProfileProcessorsEndpoint,
  updatePaymentProfileEndpoint,
} from '@kontor/contract/organisations/payment-profile.endpoints'
import {
  createPaymentProfileSchemas,
  deletePaymentProfileSchemas,
  newPaymentProfileSchemas,
  paymentProfileHoldersSchemas,
  paymentProfileReply,
  setPaymentProfileMiddlewareSchemas,
  setPaymentProfileProcessorsSchemas,
  updatePaymentProfileSchemas,
} from '@kontor/contract/organisations/payment-profile.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { answerRow } from '../../platform/http/answer-row.ts'
import { route } from '../../platform/http/endpoint.ts'
import { entityRoutes } from '../../platform/http/entity-routes.ts'
import type { Services } from '../../platform/http/services.ts'
import { requireRow } from '../../platform/rows/list.ts'
import { paymentProfileSource } from '../payment-profile.rows.ts'
import { createPaymentProfile } from './create-payment-profile.ts'
import { deletePaymentProfile } from './delete-payment-profile.ts'
import { newPaymentProfile } from './new-payment-profile.ts'
import { profileHoldersOf, shownProfileHolders } from './profile-holders.ts'
import { seenProfile } from './seen-profile.ts'
import { setPaymentProfileMiddleware } from './set-payment-profile-middleware.ts'
import { setPaymentProfileProcessors } from './set-payment-profile-processors.ts'
import { updatePaymentProfile } from './update-payment-profile.ts'

/** Imports are among what uses a payment profile, and only the provider's role reads them. */
const asProvider = { as: () => 'provider' as const }

export function paymentProfileRoutes(app: FastifyInstance, services: Services): void {
  const read = (trx: Trx, actor: Actor, id: string) => requireRow(paymentProfileSource, trx, actor, id)
  const answer = answerRow(read)
  entityRoutes(app, services, paymentProfileSource, paymentProfileReply)
  route(app, services, newPaymentProfileEndpoint, newPaymentProfileSchemas, (trx, { actor }) =>
    newPaymentProfile(trx, actor),
  )
  route(
    app,
    services,
    paymentProfileHoldersEndpoint,
    paymentProfileHoldersSchemas,
    async (trx, { actor, id }) =>
      shownProfileHolders(actor, await profileHoldersOf(trx, await seenProfile(trx, actor, id))),
    asProvider,
  )
  route(
    app,
    services,
    createPaymentProfileEndpoint,
    createPaymentProfileSchemas,
    async (trx, { actor, body, now }) => ({
      answer: await read(trx, actor, await createPaymentProfile(trx, actor, body, now)),
    }),
  )
  route(
    app,
    services,
    updatePaymentProfileEndpoint,
    updatePaymentProfileSchemas,
    answer((trx, { actor, id, body }) => updatePaymentProfile(trx, actor, id, body)),
  )
  route(
    app,
    services,
    setPaymentProfileProcessorsEndpoint,
    setPaymentProfileProcessorsSchemas,
    answer((trx, { actor, id, body }) => setPaymentProfileProcessors(trx, actor, id, body)),
  )
  route(
    app,
    services,
    setPaymentProfileMiddlewareEndpoint,
    setPaymentProfileMiddlewareSchemas,
    answer((trx, { actor, id, body }) => setPaymentProfileMiddleware(trx, actor, id, body)),
  )
  route(
    app,
    services,
    deletePaymentProfileEndpoint,
    deletePaymentProfileSchemas,
    async (trx, { actor, id }) => {
      await deletePaymentProfile(trx, actor, id)
      return { answer: null }
    },
    asProvider,
  )
}
