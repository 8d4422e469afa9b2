import { acceptChargebackEndpoint, disputeChargebackEndpoint } from '@kontor/contract/disputes/chargeback.endpoints'
import { acceptChargebackSchemas, disputeChargebackSchemas } from '@kontor/contract/disputes/chargeback.schemas'
import type { FastifyInstance } from 'fastify'
import { awaitOutcome, type PaymentServices } from '../engine/outbox/await-outcome.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import { requireRow } from '../platform/rows/list.ts'
import { acceptChargeback } from './accept-chargeback.ts'
import type { BegunAnswer } from './answer-chargeback.ts'
import { chargebackSource } from './chargeback.rows.ts'
import { disputeChargeback } from './dispute-chargeback.ts'

/** Registers chargebacks and the answers to them. */
export function chargebackRoutes(app: FastifyInstance, services: PaymentServices): void {
  const answered = (trx: Trx, actor: Actor, begun: BegunAnswer) =>
    awaitOutcome(services, trx, begun, (at) => requireRow(chargebackSource, at, actor, begun.chargeback))
  entityRoutes(app, services, chargebackSource)
  route(app, services, acceptChargebackEndpoint, acceptChargebackSchemas, async (trx, { actor, id, now }) =>
    answered(trx, actor, await acceptChargeback(trx, actor, id, now)),
  )
  route(app, services, disputeChargebackEndpoint, disputeChargebackSchemas, async (trx, { actor, id, body, now }) =>
    answered(trx, actor, await disputeChargeback(trx, actor, id, body, now)),
  )
}
