import {
  activateProcessorSettlementEndpoint,
  createProcessorSettlementEndpoint,
  deactivateProcessorSettlementEndpoint,
  processorSettlementSetupEndpoint,
  testProcessorSettlementCredentialEndpoint,
  testProcessorSettlementEndpoint,
  updateProcessorSettlementEndpoint,
} from '@kontor/contract/processors/processor-settlement.endpoints'
import {
  activateProcessorSettlementSchemas,
  createProcessorSettlementSchemas,
  deactivateProcessorSettlementSchemas,
  processorSettlementSetupSchemas,
  testProcessorSettlementCredentialSchemas,
  testProcessorSettlementSchemas,
  updateProcessorSettlementSchemas,
} from '@kontor/contract/processors/processor-settlement.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { answerRow } from '../../platform/http/answer-row.ts'
import { route } from '../../platform/http/endpoint.ts'
import { entityRoutes } from '../../platform/http/entity-routes.ts'
import type { Done } from '../../platform/http/run-command.ts'
import type { Services } from '../../platform/http/services.ts'
import { type AnyRow, requireRow } from '../../platform/rows/list.ts'
import type { GatewaySettings } from '../connections.ts'
import { activateProcessorSettlement } from './activate-processor-settlement.ts'
import { createProcessorSettlement } from './create-processor-settlement.ts'
import { deactivateProcessorSettlement } from './deactivate-processor-settlement.ts'
import { processorSettlementSource } from './processor-settlement.rows.ts'
import { processorSettlementSetup } from './processor-settlement-setup.ts'
import { settlementFileRoutes } from './settlement-file-routes.ts'
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
  const { sandboxUrl } = services
  const { masterKey } = services.gateways
  entityRoutes(app, services, processorSettlementSource)

  const row = (trx: Trx, actor: Actor, id: string) => requireRow(processorSettlementSource, trx, actor, id)
  const changed = answerRow(row)
  /** After the commit the gateway is asked about the credential, and the answer waits for what it says. */
  const tried = async (trx: Trx, { actor, now }: { actor: Actor; now: Date }, id: string): Promise<Done<AnyRow>> => ({
    answer: await row(trx, actor, id),
    begin: async () => void (await testProcessorSettlement(actor, id, now, services)),
    outcome: {
      wait: (begun) => begun.catch(() => {}),
      read: (after) => row(after, actor, id),
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
      return body.details ? tried(trx, { actor, now }, id) : { answer: await row(trx, actor, id) }
    },
    asProvider,
  )
  route(
    app,
    services,
    activateProcessorSettlementEndpoint,
    activateProcessorSettlementSchemas,
    changed((trx, { actor, id }) => activateProcessorSettlement(trx, actor, id, masterKey)),
    asProvider,
  )
  route(
    app,
    services,
    deactivateProcessorSettlementEndpoint,
    deactivateProcessorSettlementSchemas,
    changed((trx, { actor, id }) => deactivateProcessorSettlement(trx, actor, id)),
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
  settlementFileRoutes(app, services)
}
