import {
  closeContradictionEndpoint,
  payBackContradictionEndpoint,
  takeOverContradictionEndpoint,
} from '@kontor/contract/contradictions/contradiction.endpoints'
import {
  closeContradictionSchemas,
  payBackContradictionSchemas,
  takeOverContradictionSchemas,
} from '@kontor/contract/contradictions/contradiction.schemas'
import type { FastifyInstance } from 'fastify'
import { awaitOutcome, type PaymentServices } from '../engine/outbox/await-outcome.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import { requireRow } from '../platform/rows/list.ts'
import { closeContradiction } from './close-contradiction.ts'
import { contradictionSource } from './contradiction.rows.ts'
import { payBackContradiction } from './pay-back-contradiction.ts'
import { takeOverContradiction } from './take-over-contradiction.ts'

export function contradictionRoutes(app: FastifyInstance, services: PaymentServices): void {
  entityRoutes(app, services, contradictionSource)
  const takeOver = takeOverContradictionEndpoint
  route(app, services, takeOver, takeOverContradictionSchemas, async (trx, { actor, id, body, now }) => {
    await takeOverContradiction(trx, actor, id, body, now)
    return { answer: await rowOf(trx, actor, id) }
  })
  const payBack = payBackContradictionEndpoint
  route(app, services, payBack, payBackContradictionSchemas, async (trx, { actor, id, body, now }) =>
    awaitOutcome(services, trx, await payBackContradiction(trx, actor, id, body, now), (at) => rowOf(at, actor, id)),
  )
  route(app, services, closeContradictionEndpoint, closeContradictionSchemas, async (trx, { actor, id, body }) => {
    await closeContradiction(trx, actor, id, body)
    return { answer: await rowOf(trx, actor, id) }
  })
}

const rowOf = (trx: Trx, actor: Actor, id: string) => requireRow(contradictionSource, trx, actor, id)
