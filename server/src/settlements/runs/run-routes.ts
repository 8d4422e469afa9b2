import { entitySchemas } from '@kontor/contract/entity-schemas'
import {
  countSettlementTransfersEndpoint,
  exportSettlementDetailsEndpoint,
  exportSettlementStatementEndpoint,
  exportSettlementTransfersEndpoint,
  holdSettlementEndpoint,
  listSettlementTransfersEndpoint,
  mailSettlementEndpoint,
  releaseSettlementEndpoint,
  runSettlementsEndpoint,
  settlementLinesEndpoint,
  totalSettlementTransfersEndpoint,
} from '@kontor/contract/settlements/settlement.endpoints'
import {
  exportSettlementDetailsSchemas,
  exportSettlementStatementSchemas,
  holdSettlementSchemas,
  mailSettlementSchemas,
  releaseSettlementSchemas,
  runSettlementsSchemas,
  settlementLinesSchemas,
} from '@kontor/contract/settlements/settlement.schemas'
import { settlementTransfer } from '@kontor/contract/settlements/settlement-transfer.entity'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import { inTransaction, type Trx } from '../../platform/db/database.ts'
import { exportFile, exportKinds, exportStatement } from '../../platform/export/export-file.ts'
import { answerRow } from '../../platform/http/answer-row.ts'
import { route } from '../../platform/http/endpoint.ts'
import { listReaderOf } from '../../platform/http/entity-routes.ts'
import type { Services } from '../../platform/http/services.ts'
import { countRows, listRows, requireRow } from '../../platform/rows/list.ts'
import { totalsOf } from '../../platform/rows/totals.ts'
import { dayIn } from '../../platform/time/day-in.ts'
import { pspSettlementSource } from '../settlement.rows.ts'
import { statementFile } from '../statement/camt053.ts'
import { detailsFile } from '../statement/details-file.ts'
import { settlementStatement } from '../statement/settlement-statement.ts'
import { holdSettlement } from './hold-settlement.ts'
import { mailSettlement } from './mail-settlement.ts'
import { releaseSettlement } from './release-settlement.ts'
import { runSettlements } from './run-settlements.ts'
import { settlementLines, settlementTransfers } from './settlement-transfers.ts'

/** A request waits no longer for a run; the engine's job goes on with what is left. */
const longestWait_ms = 10_000

export function runRoutes(app: FastifyInstance, services: Services): void {
  const { databases } = services
  route(app, services, runSettlementsEndpoint, runSettlementsSchemas, ({ now, request }) =>
    runSettlements({ databases, now: () => now, ...withinRequest(request) }),
  )
  const answer = answerRow((trx: Trx, actor: Actor, id: string) => requireRow(pspSettlementSource, trx, actor, id))
  route(
    app,
    services,
    holdSettlementEndpoint,
    holdSettlementSchemas,
    answer((trx, { actor, id, body }) => holdSettlement(trx, actor, id, body)),
  )
  route(
    app,
    services,
    releaseSettlementEndpoint,
    releaseSettlementSchemas,
    answer((trx, { actor, id }) => releaseSettlement(trx, actor, id)),
  )
  route(
    app,
    services,
    mailSettlementEndpoint,
    mailSettlementSchemas,
    answer((trx, { actor, id, now }) => mailSettlement(trx, actor, id, now)),
  )
  route(app, services, settlementLinesEndpoint, settlementLinesSchemas, (trx, { actor, id }) =>
    settlementLines(trx, actor, id),
  )
  route(
    app,
    services,
    exportSettlementStatementEndpoint,
    exportSettlementStatementSchemas,
    async ({ actor, id, reply }) => {
      const statement = await inTransaction(databases, actor, (trx) => settlementStatement(trx, actor, id))
      return reply
        .type(xml)
        .header('content-disposition', `attachment; filename="${statement.number}.xml"`)
        .send(statementFile(statement))
    },
    { fileTypes: [xml] },
  )
  route(
    app,
    services,
    exportSettlementDetailsEndpoint,
    exportSettlementDetailsSchemas,
    async ({ actor, id, reply }) => {
      const { name, statement } = await inTransaction(databases, actor, (trx) => detailsFile(trx, actor, id))
      const file = await exportStatement(databases, actor, statement)
      return reply.type(csv).header('content-disposition', `attachment; filename="${name}"`).send(file)
    },
    { fileTypes: [csv] },
  )
  transferRoutes(app, services)
}

const xml = 'application/xml'
const csv = exportKinds.csv.type

/** The transfers of a settlement are listed, counted, added up and exported as the rows of an entity are. */
function transferRoutes(app: FastifyInstance, services: Services): void {
  const { databases, exports, clock } = services
  const schemas = entitySchemas(settlementTransfer)
  const reading = (of: (typeof schemas)['list' | 'count' | 'totals' | 'export']) => ({
    query: listReaderOf(settlementTransfer, of),
  })
  route(
    app,
    services,
    listSettlementTransfersEndpoint,
    schemas.list,
    async (trx, { actor, id, query }) => listRows(await settlementTransfers(trx, actor, id), trx, actor, query),
    reading(schemas.list),
  )
  route(
    app,
    services,
    countSettlementTransfersEndpoint,
    schemas.count,
    async (trx, { actor, id, query }) => ({
      count: await countRows(await settlementTransfers(trx, actor, id), trx, actor, query),
    }),
    reading(schemas.count),
  )
  route(
    app,
    services,
    totalSettlementTransfersEndpoint,
    schemas.totals,
    async (trx, { actor, id, query }) => totalsOf(await settlementTransfers(trx, actor, id), trx, actor, query),
    reading(schemas.totals),
  )
  route(
    app,
    services,
    exportSettlementTransfersEndpoint,
    schemas.export,
    async ({ actor, id, query, reply }) => {
      const source = await inTransaction(databases, actor, (trx) => settlementTransfers(trx, actor, id))
      const file = await exports.during(actor, query.progress, (onRows) =>
        exportFile(databases, source, actor, query, onRows),
      )
      const { type, extension } = exportKinds[query.format]
      const day = dayIn(actor.time_zone, clock.now())
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="settlement-${day}.${extension}"`)
        .send(file)
    },
    { ...reading(schemas.export), fileTypes: Object.values(exportKinds).map(({ type }) => type) },
  )
}

/** What a run inside a request may take, and where it tells its problems. */
export function withinRequest(request: FastifyRequest) {
  const end = Date.now() + longestWait_ms
  return {
    until: () => Date.now() > end,
    onProblem: (err: unknown) =>
      request.log.error({ err, work: 'settlements' }, 'a settlement that could not be closed'),
  }
}
