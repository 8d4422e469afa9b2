import type { ReplyOf } from '@kontor/contract/endpoint'
import * as endpoints from '@kontor/contract/sap/sap.endpoints'
import { sapBatchName } from '@kontor/contract/sap/sap.rules'
import * as schemas from '@kontor/contract/sap/sap.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { answerRow } from '../platform/http/answer-row.ts'
import { type Call, route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { requireRow } from '../platform/rows/list.ts'
import { onWire } from '../platform/sums.ts'
import { acknowledgeSapBatch } from './acknowledge-sap-batch.ts'
import { unmappedSums } from './batch-lines.ts'
import { createSapBatches } from './create-sap-batches.ts'
import { createSapMapping } from './create-sap-mapping.ts'
import { deleteSapMapping } from './delete-sap-mapping.ts'
import { getSapBatchLines } from './get-sap-batch-lines.ts'
import { rejectSapBatch } from './reject-sap-batch.ts'
import { sapBatchSource } from './sap-batch.rows.ts'
import { getSapConnection } from './sap-connection.ts'
import { requireMapping, sapMappings } from './sap-mappings.ts'
import { takeSapBatchFile } from './take-sap-batch-file.ts'
import { updateSapConnection } from './update-sap-connection.ts'
import { updateSapMapping } from './update-sap-mapping.ts'

export function sapRoutes(app: FastifyInstance, services: Services): void {
  connectionRoutes(app, services)
  mappingRoutes(app, services)
  batchRoutes(app, services)
}

function connectionRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, endpoints.getSapConnectionEndpoint, schemas.getSapConnectionSchemas, (trx) =>
    getSapConnection(trx),
  )
  route(
    app,
    services,
    endpoints.updateSapConnectionEndpoint,
    schemas.updateSapConnectionSchemas,
    async (trx, { body }) => {
      await updateSapConnection(trx, body)
      return { answer: await getSapConnection(trx) }
    },
  )
}

function mappingRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, endpoints.listSapMappingsEndpoint, schemas.listSapMappingsSchemas, (trx) => sapMappings(trx))
  route(app, services, endpoints.listUnmappedSapEventsEndpoint, schemas.listUnmappedSapEventsSchemas, async (trx) =>
    onWire<ReplyOf<typeof endpoints.listUnmappedSapEventsEndpoint>>(
      (await unmappedSums(trx)).map((sum) => ({ ...sum, batches: sum.batches.map(sapBatchName) })),
    ),
  )
  route(
    app,
    services,
    endpoints.createSapMappingEndpoint,
    schemas.createSapMappingSchemas,
    async (trx, { body, now }) => ({ answer: await requireMapping(trx, await createSapMapping(trx, body, now)) }),
  )
  route(
    app,
    services,
    endpoints.updateSapMappingEndpoint,
    schemas.updateSapMappingSchemas,
    async (trx, { id, body }) => {
      await updateSapMapping(trx, id, body)
      return { answer: await requireMapping(trx, id) }
    },
  )
  route(app, services, endpoints.deleteSapMappingEndpoint, schemas.deleteSapMappingSchemas, async (trx, { id }) => {
    await deleteSapMapping(trx, id)
    return { answer: null }
  })
}

function batchRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, sapBatchSource)
  const batch = answerRow((trx: Trx, actor: Actor, id: string) => requireRow(sapBatchSource, trx, actor, id))
  route(
    app,
    services,
    endpoints.createSapBatchesEndpoint,
    schemas.createSapBatchesSchemas,
    async (trx, { actor, body, now }) => ({ answer: await createSapBatches(trx, actor, body, now) }),
  )
  route(app, services, endpoints.getSapBatchLinesEndpoint, schemas.getSapBatchLinesSchemas, async (trx, { id }) =>
    onWire<ReplyOf<typeof endpoints.getSapBatchLinesEndpoint>>(await getSapBatchLines(trx, id)),
  )
  route(
    app,
    services,
    endpoints.takeSapBatchFileEndpoint,
    schemas.takeSapBatchFileSchemas,
    async (trx, { actor, id, body, now }) => ({ answer: await takeSapBatchFile(trx, actor, id, body, now) }),
  )
  route(
    app,
    services,
    endpoints.acknowledgeSapBatchEndpoint,
    schemas.acknowledgeSapBatchSchemas,
    batch((trx, { actor, id, body, now }: Call<typeof endpoints.acknowledgeSapBatchEndpoint>) =>
      acknowledgeSapBatch(trx, actor, id, body, now),
    ),
  )
  route(
    app,
    services,
    endpoints.rejectSapBatchEndpoint,
    schemas.rejectSapBatchSchemas,
    batch((trx, { actor, id, body, now }: Call<typeof endpoints.rejectSapBatchEndpoint>) =>
      rejectSapBatch(trx, actor, id, body, now),
    ),
  )
}
