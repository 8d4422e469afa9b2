import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import type { testProcessorSettlementCredentialEndpoint } from '@kontor/contract/processors/processor-settlement.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction } from '../../platform/db/database.ts'
import type { GatewaySettings } from '../connections.ts'
import { askAboutTyped } from '../credentials/asked-connection.ts'
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
  const present = id
    ? await inTransaction(house.databases, actor, (trx) => seenProcessorSettlement(trx, actor, id))
    : undefined
  if (present && !isOf(present, { mode, ...named }))
    throw new Refusal('invalid_request', { 'body.processor_settlement': 'not_of_gateway' })
  return askAboutTyped(chosenSettlement(named), { mode, details }, present, house)
}

type Kind = Pick<
  ReadBody<typeof testProcessorSettlementCredentialEndpoint>,
  'gateway' | 'mode' | 'processor_settlement_type'
>
const isOf = (present: Kind, asked: Kind): boolean =>
  present.gateway === asked.gateway &&
  present.mode === asked.mode &&
  present.processor_settlement_type === asked.processor_settlement_type
