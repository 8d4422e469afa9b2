import type { ReplyOf } from '@kontor/contract/endpoint'
import {
  approveWriteOffEndpoint,
  closeSettlementFileEndpoint,
  differenceAgeingEndpoint,
  listChargedCostsEndpoint,
  listDifferencesEndpoint,
  resolveDifferenceEndpoint,
} from '@kontor/contract/reconciliation/reconciliation.endpoints'
import {
  approveWriteOffSchemas,
  closeSettlementFileSchemas,
  differenceAgeingSchemas,
  listChargedCostsSchemas,
  listDifferencesSchemas,
  resolveDifferenceSchemas,
} from '@kontor/contract/reconciliation/reconciliation.schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../platform/http/endpoint.ts'
import type { Services } from '../platform/http/services.ts'
import { onWire } from '../platform/sums.ts'
import { settlementFile } from '../processors/settlements/settlement-files.ts'
import { differenceAgeing } from './ageing.ts'
import { approveWriteOff } from './approve-write-off.ts'
import { listChargedCosts } from './charged-costs.ts'
import { closeSettlementFile } from './close-settlement-file.ts'
import { listDifferences, requireDifference } from './differences.ts'
import { resolveDifference } from './resolve-difference.ts'

/** No role of a merchant reads what they are about. */
const asProvider = { as: () => 'provider' as const }

/** `services.clock` is the engine's: what is booked is booked on its days. */
export function reconciliationRoutes(app: FastifyInstance, services: Services): void {
  route(
    app,
    services,
    listDifferencesEndpoint,
    listDifferencesSchemas,
    (trx, { actor, id, query }) => listDifferences(trx, actor, id, query),
    asProvider,
  )
  route(
    app,
    services,
    differenceAgeingEndpoint,
    differenceAgeingSchemas,
    async (trx, { actor }) => onWire<ReplyOf<typeof differenceAgeingEndpoint>>(await differenceAgeing(trx, actor)),
    asProvider,
  )
  route(
    app,
    services,
    listChargedCostsEndpoint,
    listChargedCostsSchemas,
    (trx, { actor, id }) => listChargedCosts(trx, actor, id),
    asProvider,
  )
  route(
    app,
    services,
    resolveDifferenceEndpoint,
    resolveDifferenceSchemas,
    async (trx, { actor, id, params, body, now }) => {
      await resolveDifference(trx, actor, id, { ...body, ...params }, now)
      return { answer: await requireDifference(trx, actor, id, params) }
    },
    asProvider,
  )
  route(
    app,
    services,
    approveWriteOffEndpoint,
    approveWriteOffSchemas,
    async (trx, { actor, id, params }) => {
      await approveWriteOff(trx, actor, id, params)
      return { answer: await requireDifference(trx, actor, id, params) }
    },
    asProvider,
  )
  route(
    app,
    services,
    closeSettlementFileEndpoint,
    closeSettlementFileSchemas,
    async (trx, { actor, id, params, body, now }) => ({
      answer: await settlementFile(trx, await closeSettlementFile(trx, actor, id, { ...body, ...params }, now)),
    }),
    asProvider,
  )
}
