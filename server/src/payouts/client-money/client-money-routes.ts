import type { ReplyOf } from '@kontor/contract/endpoint'
import * as endpoints from '@kontor/contract/payouts/client-money/client-money.endpoints'
import type { FeeSweep } from '@kontor/contract/payouts/client-money/client-money.schemas'
import * as schemas from '@kontor/contract/payouts/client-money/client-money.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { route } from '../../platform/http/endpoint.ts'
import { entityRoutes } from '../../platform/http/entity-routes.ts'
import type { Services } from '../../platform/http/services.ts'
import { onWire } from '../../platform/sums.ts'
import { approveFeeSweep } from './approve-fee-sweep.ts'
import { cancelFeeSweep } from './cancel-fee-sweep.ts'
import { clientMoneyDaySource } from './client-money-day.rows.ts'
import { createFeeSweep } from './create-fee-sweep.ts'
import { requireSweep } from './fee-sweeps.ts'
import { getClientMoney } from './get-client-money.ts'

/** `services.clock` is the engine's. */
export function clientMoneyRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, clientMoneyDaySource)
  const sweep = async (trx: Trx, actor: Actor, id: string) => ({
    answer: onWire<FeeSweep>(await requireSweep(trx, actor, id)),
  })
  route(app, services, endpoints.getClientMoneyEndpoint, schemas.getClientMoneySchemas, async (trx, { actor }) =>
    onWire<ReplyOf<typeof endpoints.getClientMoneyEndpoint>>(await getClientMoney(trx, actor)),
  )
  route(
    app,
    services,
    endpoints.createFeeSweepEndpoint,
    schemas.createFeeSweepSchemas,
    async (trx, { actor, body, now }) => sweep(trx, actor, await createFeeSweep(trx, actor, body, now)),
  )
  route(
    app,
    services,
    endpoints.approveFeeSweepEndpoint,
    schemas.approveFeeSweepSchemas,
    async (trx, { actor, id, now }) => {
      await approveFeeSweep(trx, actor, id, now)
      return sweep(trx, actor, id)
    },
  )
  route(app, services, endpoints.cancelFeeSweepEndpoint, schemas.cancelFeeSweepSchemas, async (trx, { actor, id }) => {
    await cancelFeeSweep(trx, actor, id)
    return sweep(trx, actor, id)
  })
}
