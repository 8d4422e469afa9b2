import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import type { testProcessorCredentialEndpoint } from '@kontor/contract/processors/processor.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction } from '../../platform/db/database.ts'
import { type GatewaySettings, openedCredential } from '../connections.ts'
import { findGateway, urlOf } from '../gateways.ts'
import { seenProcessor } from '../seen-processor.ts'
import { askGateway, paymentsOf } from './ask-gateway.ts'
import { credentialValues } from './credential-values.ts'

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
  const { databases, gateways, sandboxUrl } = house
  const { masterKey, timeout_ms } = gateways
  const present = processor && (await inTransaction(databases, actor, (trx) => seenProcessor(trx, actor, processor)))
  if (present && (present.gateway !== name || present.mode !== mode))
    throw new Refusal('invalid_request', { 'body.processor': 'not_of_gateway' })
  const gateway = findGateway(name)
  if (!gateway) throw new Refusal('invalid_request', { 'body.gateway': 'unknown' })
  const url = present ? present.url : urlOf(gateway.manifest, mode, sandboxUrl)
  if (url === undefined) throw new Refusal('invalid_request', { 'body.mode': 'not_of_gateway' })
  const known = present ? openedCredential(masterKey, present, present.credential) : {}
  const credential = credentialValues(gateway.manifest.credential, { mode, details, known })
  return askGateway(gateway, paymentsOf(gateway), { url, mode, credential }, timeout_ms)
}
