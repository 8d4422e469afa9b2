import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import type { testProcessorCredentialEndpoint } from '@kontor/contract/processors/processor.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction } from '../../platform/db/database.ts'
import type { GatewaySettings } from '../connections.ts'
import { findGateway } from '../gateways.ts'
import { editedProcessor } from '../seen-processor.ts'
import { paymentsOf } from './ask-gateway.ts'
import { askAboutTyped } from './asked-connection.ts'

interface House {
  readonly databases: Databases
  readonly gateways: GatewaySettings
  readonly sandboxUrl: string | undefined
}

/** Asks a gateway about values that were typed and not saved. Nothing of it is kept. */
export async function testProcessorCredential(
  actor: Actor,
  { gateway: name, mode, details, processor }: ReadBody<typeof testProcessorCredentialEndpoint>,
  house: House,
): Promise<ReplyOf<typeof testProcessorCredentialEndpoint>> {
  const present = processor
    ? await inTransaction(house.databases, actor, (trx) => editedProcessor(trx, actor, processor))
    : undefined
  if (present && (present.gateway !== name || present.mode !== mode))
    throw new Refusal('invalid_request', { 'body.processor': 'not_of_gateway' })
  const gateway = findGateway(name)
  if (!gateway) throw new Refusal('invalid_request', { 'body.gateway': 'unknown' })
  return askAboutTyped({ gateway, opening: paymentsOf(gateway) }, { mode, details }, present, house)
}
