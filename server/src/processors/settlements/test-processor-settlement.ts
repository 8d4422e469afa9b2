import type { ReplyOf } from '@kontor/contract/endpoint'
import type { testProcessorSettlementEndpoint } from '@kontor/contract/processors/processor-settlement.endpoints'
import type { Actor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction } from '../../platform/db/database.ts'
import type { GatewaySettings } from '../connections.ts'
import { askAboutKept } from '../credentials/asked-connection.ts'
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
  const found = await inTransaction(databases, actor, (trx) => seenProcessorSettlement(trx, actor, id))
  const { tested, facts } = await askAboutKept(chosenSettlement(found), found, now, gateways)
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
