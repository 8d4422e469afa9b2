import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import type { testProcessorSettlementCredentialEndpoint } from '@kontor/contract/processors/processor-settlement.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction } from '../../platform/db/database.ts'
import { type GatewaySettings, openedCredential } from '../connections.ts'
import { askGateway } from '../credentials/ask-gateway.ts'
import { credentialValues } from '../credentials/credential-values.ts'
import { urlOf } from '../gateways.ts'
import { seenProcessorSettlement } from './seen-processor-settlement.ts'
import { chosenSettlement } from './settlement-opening.ts'

interface House {
  readonly databases: Databases
  readonly gateways: GatewaySettings
  readonly sandboxUrl: string | undefined
}

/** Asks a gateway about values that were typed and not saved. Nothing of it is kept. */
export async function testProcessorSettlementCredential(
  actor: Actor,
  { processor_settlement: id, mode, details, ...named }: ReadBody<typeof testProcessorSettlementCredentialEndpoint>,
  house: House,
): Promise<ReplyOf<typeof testProcessorSettlementCredentialEndpoint>> {
  const { databases, gateways, sandboxUrl } = house
  const { masterKey, timeout_ms } = gateways
  const present = id && (await inTransaction(databases, actor, (trx) => seenProcessorSettlement(trx, actor, id)))
  if (present && !isOf(present, { mode, ...named }))
    throw new Refusal('invalid_request', { 'body.processor_settlement': 'not_of_gateway' })
  const { gateway, opening } = chosenSettlement(named)
  const url = present ? present.url : urlOf(gateway.manifest, mode, sandboxUrl)
  if (url === undefined) throw new Refusal('invalid_request', { 'body.mode': 'not_of_gateway' })
  const known = present ? openedCredential(masterKey, present, present.credential) : {}
  const credential = credentialValues(opening.fields, { mode, details, known })
  return askGateway(gateway, opening, { url, mode, credential }, timeout_ms)
}

type Kind = Pick<
  ReadBody<typeof testProcessorSettlementCredentialEndpoint>,
  'gateway' | 'mode' | 'processor_settlement_type'
>
const isOf = (present: Kind, asked: Kind): boolean =>
  present.gateway === asked.gateway &&
  present.mode === asked.mode &&
  present.processor_settlement_type === asked.processor_settlement_type
