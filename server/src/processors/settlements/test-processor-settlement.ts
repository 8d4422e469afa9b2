import type { ReplyOf } from '@kontor/contract/endpoint'
import type { testProcessorSettlementEndpoint } from '@kontor/contract/processors/processor-settlement.endpoints'
import type { Actor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction } from '../../platform/db/database.ts'
import { type GatewaySettings, openedCredential } from '../connections.ts'
import { askGateway } from '../credentials/ask-gateway.ts'
import { seenProcessorSettlement } from './seen-processor-settlement.ts'
import { chosenSettlement } from './settlement-opening.ts'

interface House {
  readonly databases: Databases
  readonly gateways: GatewaySettings
}

/**
 * Asks the gateway about a stored credential, and keeps what it says. If the credential was replaced while the gateway was
 * asked, nothing is kept.
 */
export async function testProcessorSettlement(
  actor: Actor,
  id: string,
  now: Date,
  house: House,
): Promise<ReplyOf<typeof testProcessorSettlementEndpoint>> {
  const { databases, gateways } = house
  const { masterKey, timeout_ms } = gateways
  const found = await inTransaction(databases, actor, (trx) => seenProcessorSettlement(trx, actor, id))
  const credential = openedCredential(masterKey, found, found.credential)
  const { gateway, opening } = chosenSettlement(found)
  const tested = await askGateway(gateway, opening, { ...found, credential }, timeout_ms)
  const facts = {
    tested_at: now.toISOString(),
    test_problem: tested.problem,
    test_field: tested.field,
    // A gateway that is away for a moment does not make us forget whose account it is.
    ...(tested.account === null ? {} : { account: tested.account }),
  }
  await inTransaction(
    databases,
    actor,
    (trx) =>
      trx
        .updateTable('processor_settlement')
        .set(facts)
        .where('merchant_id', '=', found.merchant_id)
        .where('id', '=', id)
        .where('credential', '=', found.credential)
        .execute(),
    { as: 'provider' },
  )
  return tested
}
