import {
  activateProcessorSettlementEndpoint,
  addSettlementFileEndpoint,
  createProcessorSettlementEndpoint,
  deactivateProcessorSettlementEndpoint,
  listSettlementFilesEndpoint,
  listSettlementLinesEndpoint,
  processorSettlementSetupEndpoint,
  readSettlementFileEndpoint,
  testProcessorSettlementCredentialEndpoint,
  testProcessorSettlementEndpoint,
  updateProcessorSettlementEndpoint,
} from '@kontor/contract/processors/processor-settlement.endpoints'
import {
  activateProcessorSettlementSchemas,
  addSettlementFileSchemas,
  createProcessorSettlementSchemas,
  deactivateProcessorSettlementSchemas,
  listSettlementFilesSchemas,
  listSettlementLinesSchemas,
  processorSettlementSetupSchemas,
  readSettlementFileSchemas,
  testProcessorSettlementCredentialSchemas,
  testProcessorSettlementSchemas,
  updateProcessorSettlementSchemas,
} from '@kontor/contract/processors/processor-settlement.schemas'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { route } from '../../platform/http/endpoint.ts'
import { entityRoutes } from '../../platform/http/entity-routes.ts'
import { fileNameHeaders, fileNameOf } from '../../platform/http/file-name.ts'
import type { Done } from '../../platform/http/run-command.ts'
import type { Services } from '../../platform/http/services.ts'
import { type AnyRow, requireRow } from '../../platform/rows/list.ts'
import type { GatewaySettings } from '../connections.ts'
import { activateProcessorSettlement } from './activate-processor-settlement.ts'
import { addSettlementFile } from './add-settlement-file.ts'
import { createProcessorSettlement } from './create-processor-settlement.ts'
import { deactivateProcessorSettlement } from './deactivate-processor-settlement.ts'
import { processorSettlementSource } from './processor-settlement.rows.ts'
import { processorSettlementSetup } from './processor-settlement-setup.ts'
import { readLines } from './read-lines.ts'
import { readSettlementFile } from './read-settlement-file.ts'
import { listSettlementFiles, listSettlementLines, settlementFile } from './settlement-files.ts'
import { testProcessorSettlement } from './test-processor-settlement.ts'
import { testProcessorSettlementCredential } from './test-processor-settlement-credential.ts'
import { updateProcessorSettlement } from './update-processor-settlement.ts'

interface SettlementServices extends Services {
  readonly gateways: GatewaySettings
  /** Undefined: no sandbox processor runs beside this server. */
  readonly sandboxUrl: string | undefined
}

/** They are written in the provider's role alone, as processors are. */
const asProvider = { as: () => 'provider' as const }

export function processorSettlementRoutes(app: FastifyInstance, services: SettlementServices): void {
  const { sandboxUrl, databases } = services
  const { masterKey } = services.gateways
  entityRoutes(app, services, processorSettlementSource)

  const row = async (trx: Trx, actor: Actor, id: string) => ({
    answer: await requireRow(processorSettlementSource, trx, actor, id),
  })
  /** After the commit the gateway is asked about the credential, and the answer waits for what it says. */
  const tried = async (trx: Trx, { actor, now }: { actor: Actor; now: Date }, id: string): Promise<Done<AnyRow>> => ({
    ...(await row(trx, actor, id)),
    begin: async () => void (await testProcessorSettlement(actor, id, now, services)),
    outcome: {
      wait: (begun) => begun.catch(() => {}),
      read: (after) => requireRow(processorSettlementSource, after, actor, id),
    },
  })
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
    createProcessorSettlementEndpoint,
    createProcessorSettlementSchemas,
    async (trx, { actor, body, now }) => {
      const id = await createProcessorSettlement(trx, actor, body, now, { masterKey, sandboxUrl })
      return tried(trx, { actor, now }, id)
    },
    asProvider,
  )
  route(
    app,
    services,
    updateProcessorSettlementEndpoint,
    updateProcessorSettlementSchemas,
    async (trx, { actor, id, body, now }) => {
      await updateProcessorSettlement(trx, actor, id, body, masterKey)
      return body.details ? tried(trx, { actor, now }, id) : row(trx, actor, id)
    },
    asProvider,
  )
  route(
    app,
    services,
    activateProcessorSettlementEndpoint,
    activateProcessorSettlementSchemas,
    async (trx, { actor, id }) => {
      await activateProcessorSettlement(trx, actor, id)
      return row(trx, actor, id)
    },
    asProvider,
  )
  route(
    app,
    services,
    deactivateProcessorSettlementEndpoint,
    deactivateProcessorSettlementSchemas,
    async (trx, { actor, id }) => {
      await deactivateProcessorSettlement(trx, actor, id)
      return row(trx, actor, id)
    },
    asProvider,
  )
  route(
    app,
    services,
    testProcessorSettlementCredentialEndpoint,
    testProcessorSettlementCredentialSchemas,
    ({ actor, body }) => testProcessorSettlementCredential(actor, body, services),
  )
  route(app, services, testProcessorSettlementEndpoint, testProcessorSettlementSchemas, ({ actor, id, now }) =>
    testProcessorSettlement(actor, id, now, services),
  )
  route(
    app,
    services,
    processorSettlementSetupEndpoint,
    processorSettlementSetupSchemas,
    (trx, { actor, id }) => processorSettlementSetup(trx, actor, id),
    asProvider,
  )
  route(app, services, listSettlementFilesEndpoint, listSettlementFilesSchemas, (trx, { actor, id }) =>
    listSettlementFiles(trx, actor, id),
  )
  route(app, services, listSettlementLinesEndpoint, listSettlementLinesSchemas, (trx, { actor, id, params, query }) =>
    listSettlementLines(trx, actor, id, params, query),
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
