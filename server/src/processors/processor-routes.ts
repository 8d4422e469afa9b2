import { gatewaysEndpoint } from '@kontor/contract/platform/gateway.endpoints'
import { gatewaysSchemas } from '@kontor/contract/platform/gateway.schemas'
import {
  activateProcessorEndpoint,
  createProcessorEndpoint,
  deactivateProcessorEndpoint,
  dropProcessorCredentialEndpoint,
  prepareProcessorCredentialEndpoint,
  processorSetupEndpoint,
  processorUsersEndpoint,
  reserveNotificationAddressEndpoint,
  switchProcessorCredentialEndpoint,
  testProcessorCredentialEndpoint,
  testProcessorEndpoint,
  updateProcessorEndpoint,
} from '@kontor/contract/processors/processor.endpoints'
import type { CredentialPlace } from '@kontor/contract/processors/processor.rules'
import {
  activateProcessorSchemas,
  createProcessorSchemas,
  deactivateProcessorSchemas,
  dropProcessorCredentialSchemas,
  prepareProcessorCredentialSchemas,
  processorSetupSchemas,
  processorUsersSchemas,
  reserveNotificationAddressSchemas,
  switchProcessorCredentialSchemas,
  testProcessorCredentialSchemas,
  testProcessorSchemas,
  updateProcessorSchemas,
} from '@kontor/contract/processors/processor.schemas'
import type { FastifyInstance } from 'fastify'
import { visibleOrganisation } from '../identity/access/visible-organisation.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { answerRow } from '../platform/http/answer-row.ts'
import { route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Done } from '../platform/http/run-command.ts'
import type { Services } from '../platform/http/services.ts'
import { type AnyRow, requireRow } from '../platform/rows/list.ts'
import { activateProcessor } from './activate-processor.ts'
import type { GatewaySettings } from './connections.ts'
import { createProcessor } from './create-processor.ts'
import { dropProcessorCredential } from './credentials/drop-processor-credential.ts'
import { prepareProcessorCredential } from './credentials/prepare-processor-credential.ts'
import { reserveNotificationAddress } from './credentials/reserve-notification-address.ts'
import { switchProcessorCredential } from './credentials/switch-processor-credential.ts'
import { testProcessor } from './credentials/test-processor.ts'
import { testProcessorCredential } from './credentials/test-processor-credential.ts'
import { deactivateProcessor } from './deactivate-processor.ts'
import { describeGateways } from './gateways.ts'
import { processorSource } from './processor.rows.ts'
import { processorSetup } from './processor-setup.ts'
import { updateProcessor } from './update-processor.ts'
import { processorUsers } from './users/processor-users.ts'

interface ProcessorServices extends Services {
  readonly gateways: GatewaySettings
  readonly publicUrl: string
  /** Undefined: no sandbox processor runs beside this server. */
  readonly sandboxUrl: string | undefined
  readonly fieldsUrl: string | undefined
}

/** Processors are written, and users read, in the provider's role alone. The statements limit what the actor reaches. */
const asProvider = { as: () => 'provider' as const }

export function processorRoutes(app: FastifyInstance, services: ProcessorServices): void {
  const { sandboxUrl, fieldsUrl, publicUrl } = services
  const { masterKey } = services.gateways
  entityRoutes(app, services, processorSource)
  route(app, services, gatewaysEndpoint, gatewaysSchemas, async () => describeGateways({ sandboxUrl, fieldsUrl }))

  const read = (trx: Trx, actor: Actor, id: string) => requireRow(processorSource, trx, actor, id)
  const answer = answerRow(read)
  /** After the commit the gateway is asked about the credential, and the answer waits for what it says. */
  const tried = async (
    trx: Trx,
    { actor, now }: { actor: Actor; now: Date },
    id: string,
    place: CredentialPlace,
  ): Promise<Done<AnyRow>> => ({
    answer: await read(trx, actor, id),
    begin: async () => void (await testProcessor(actor, id, { place }, now, services)),
    outcome: {
      wait: (begun) => begun.catch(() => {}),
      read: (after) => read(after, actor, id),
    },
  })

  route(
    app,
    services,
    createProcessorEndpoint,
    createProcessorSchemas,
    async (trx, { actor, body, now }) => {
      const id = await createProcessor(trx, actor, body, now, { masterKey, sandboxUrl })
      return tried(trx, { actor, now }, id, 'present')
    },
    asProvider,
  )
  route(app, services, reserveNotificationAddressEndpoint, reserveNotificationAddressSchemas, async ({ now }) =>
    reserveNotificationAddress(now, { masterKey, publicUrl }),
  )
  route(
    app,
    services,
    updateProcessorEndpoint,
    updateProcessorSchemas,
    answer((trx, { actor, id, body }) => updateProcessor(trx, actor, id, body)),
    asProvider,
  )
  route(
    app,
    services,
    activateProcessorEndpoint,
    activateProcessorSchemas,
    answer((trx, { actor, id }) => activateProcessor(trx, actor, id, masterKey)),
    asProvider,
  )
  route(
    app,
    services,
    deactivateProcessorEndpoint,
    deactivateProcessorSchemas,
    answer((trx, { actor, id }) => deactivateProcessor(trx, actor, id)),
    asProvider,
  )
  route(
    app,
    services,
    prepareProcessorCredentialEndpoint,
    prepareProcessorCredentialSchemas,
    async (trx, { actor, id, body, now }) => {
      await prepareProcessorCredential(trx, actor, id, body, masterKey)
      return tried(trx, { actor, now }, id, 'second')
    },
    asProvider,
  )
  route(
    app,
    services,
    switchProcessorCredentialEndpoint,
    switchProcessorCredentialSchemas,
    answer((trx, { actor, id, body }) => switchProcessorCredential(trx, actor, id, body)),
    asProvider,
  )
  route(
    app,
    services,
    dropProcessorCredentialEndpoint,
    dropProcessorCredentialSchemas,
    async (trx, { actor, id, body }) => {
      await dropProcessorCredential(trx, actor, id, body)
      return { answer: null }
    },
    asProvider,
  )
  route(app, services, testProcessorCredentialEndpoint, testProcessorCredentialSchemas, ({ actor, body }) =>
    testProcessorCredential(actor, body, services),
  )
  route(app, services, testProcessorEndpoint, testProcessorSchemas, ({ actor, id, body, now }) =>
    testProcessor(actor, id, body, now, services),
  )
  route(
    app,
    services,
    processorSetupEndpoint,
    processorSetupSchemas,
    (trx, { actor, id }) => processorSetup(trx, actor, id, services),
    asProvider,
  )
  route(
    app,
    services,
    processorUsersEndpoint,
    processorUsersSchemas,
    async (trx, { actor, query }) => {
      const { merchant, id } = await visibleOrganisation(trx, actor, query.seen_by, { field: 'query.seen_by' })
      return processorUsers(trx, merchant, id)
    },
    asProvider,
  )
}
