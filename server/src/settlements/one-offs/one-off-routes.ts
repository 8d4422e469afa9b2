import {
  approveOneOffEndpoint,
  cancelOneOffEndpoint,
  createOneOffEndpoint,
  settlementOneOffsEndpoint,
  updateOneOffEndpoint,
} from '@kontor/contract/settlements/one-offs/one-off.endpoints'
import {
  approveOneOffSchemas,
  cancelOneOffSchemas,
  createOneOffSchemas,
  settlementOneOffsSchemas,
  updateOneOffSchemas,
} from '@kontor/contract/settlements/one-offs/one-off.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { answerRow } from '../../platform/http/answer-row.ts'
import { route } from '../../platform/http/endpoint.ts'
import { entityRoutes } from '../../platform/http/entity-routes.ts'
import type { Services } from '../../platform/http/services.ts'
import { requireRow } from '../../platform/rows/list.ts'
import { approveOneOff } from './approve-one-off.ts'
import { cancelOneOff } from './cancel-one-off.ts'
import { createOneOff } from './create-one-off.ts'
import { oneOffSource } from './one-off.rows.ts'
import { settlementOneOffs } from './settlement-one-offs.ts'
import { updateOneOff } from './update-one-off.ts'

/** `services.clock` is the engine's: their days are those of payments. */
export function oneOffRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, oneOffSource)
  const read = (trx: Trx, actor: Actor, id: string) => requireRow(oneOffSource, trx, actor, id)
  const answer = answerRow(read)
  route(app, services, settlementOneOffsEndpoint, settlementOneOffsSchemas, (trx, { actor, id }) =>
    settlementOneOffs(trx, actor, id),
  )
  route(app, services, createOneOffEndpoint, createOneOffSchemas, async (trx, { actor, body, now }) => ({
    answer: await read(trx, actor, await createOneOff(trx, actor, body, now)),
  }))
  route(
    app,
    services,
    updateOneOffEndpoint,
    updateOneOffSchemas,
    answer((trx, { actor, id, body, now }) => updateOneOff(trx, actor, id, body, now)),
  )
  route(
    app,
    services,
    approveOneOffEndpoint,
    approveOneOffSchemas,
    answer((trx, { actor, id, body, now }) => approveOneOff(trx, actor, id, body, now)),
  )
  route(
    app,
    services,
    cancelOneOffEndpoint,
    cancelOneOffSchemas,
    answer((trx, { actor, id }) => cancelOneOff(trx, actor, id)),
  )
}
