import { acceptChargebackEndpoint, disputeChargebackEndpoint } from '@kontor/contract/disputes/chargeback.endpoints'
import type { FastifyInstance } from 'fastify'
import { awaitOutcome, type PaymentServices } from '../engine/await-outcome.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { command } from '../platform/http/command.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import { requireRow } from '../platform/rows/list.ts'
import { acceptChargeback, type BegunAnswer, disputeChargeback } from './answer-chargeback.ts'
import { chargebackSource } from './chargeback.rows.ts'

/** Chargebacks, and what is done about them. */
export function chargebackRoutes(app: FastifyInstance, services: PaymentServices): void {
  const answered = (trx: Trx, actor: Actor, begun: BegunAnswer) =>
    awaitOutcome(services, trx, actor, begun, (at) => requireRow(chargebackSource, at, actor, begun.chargeback))
  entityRoutes(app, services, chargebackSource)
  command(app, services, acceptChargebackEndpoint, async (trx, { actor, id, now }) =>
    answered(trx, actor, await acceptChargeback(trx, actor, id, now)),
  )
  command(app, services, disputeChargebackEndpoint, async (trx, { actor, id, body, now }) =>
    answered(trx, actor, await disputeChargeback(trx, actor, id, body.explanation, now)),
  )
}
