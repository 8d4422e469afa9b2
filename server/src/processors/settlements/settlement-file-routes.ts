import {
  addSettlementFileEndpoint,
  listSettlementFilesEndpoint,
  listSettlementLinesEndpoint,
  readSettlementFileEndpoint,
} from '@kontor/contract/processors/processor-settlement.endpoints'
import {
  addSettlementFileSchemas,
  listSettlementFilesSchemas,
  listSettlementLinesSchemas,
  readSettlementFileSchemas,
} from '@kontor/contract/processors/processor-settlement.schemas'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import type { Trx } from '../../platform/db/database.ts'
import { route } from '../../platform/http/endpoint.ts'
import { fileNameHeaders, fileNameOf } from '../../platform/http/file-name.ts'
import type { Services } from '../../platform/http/services.ts'
import type { GatewaySettings } from '../connections.ts'
import { addSettlementFile } from './add-settlement-file.ts'
import { readLines } from './read-lines.ts'
import { readSettlementFile } from './read-settlement-file.ts'
import { listSettlementFiles, listSettlementLines, settlementFile } from './settlement-files.ts'

interface FileServices extends Services {
  readonly gateways: GatewaySettings
}

/** Files are written in the provider's role alone, and what differs in them is read in it. */
const asProvider = { as: () => 'provider' as const }

/** Registers the files of processor settlements, and their lines. */
export function settlementFileRoutes(app: FastifyInstance, services: FileServices): void {
  const { databases } = services
  const { masterKey } = services.gateways
  /** After the commit the file is read. One that this process cannot read now is read by the job. */
  const read = async (trx: Trx, file: { merchant_id: string; id: string }) => ({
    answer: await settlementFile(trx, file),
    begin: () => readLines({ databases, masterKey }, file),
    outcome: {
      wait: (begun: Promise<void>) => begun.catch(() => {}),
      read: (after: Trx) => settlementFile(after, file),
    },
  })

  route(
    app,
    services,
    listSettlementFilesEndpoint,
    listSettlementFilesSchemas,
    (trx, { actor, id }) => listSettlementFiles(trx, actor, id),
    asProvider,
  )
  route(
    app,
    services,
    listSettlementLinesEndpoint,
    listSettlementLinesSchemas,
    (trx, { actor, id, params, query }) => listSettlementLines(trx, actor, id, params, query),
    asProvider,
  )
  route(
    app,
    services,
    addSettlementFileEndpoint,
    addSettlementFileSchemas,
    async (trx, { actor, id, now, request }) => {
      const { body } = request
      if (!Buffer.isBuffer(body)) throw new Refusal('invalid_request', { body: 'required' })
      const file = { name: fileNameOf(request), content: body }
      return read(trx, await addSettlementFile(trx, actor, id, file, now))
    },
    { ...asProvider, fileTypes: ['text/csv'], headers: fileNameHeaders },
  )
  route(
    app,
    services,
    readSettlementFileEndpoint,
    readSettlementFileSchemas,
    async (trx, { actor, id, params }) => read(trx, await readSettlementFile(trx, actor, id, params)),
    asProvider,
  )
}
