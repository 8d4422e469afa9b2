import type { ReplyOf } from '@kontor/contract/endpoint'
import type { testProcessorEndpoint } from '@kontor/contract/processors/processor.endpoints'
import type { CredentialPlace } from '@kontor/contract/processors/processor.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction } from '../../platform/db/database.ts'
import type { GatewaySettings } from '../connections.ts'
import { gatewayNamed } from '../gateways.ts'
import { editedProcessor } from '../seen-processor.ts'
import { paymentsOf } from './ask-gateway.ts'
import { askAboutKept } from './asked-connection.ts'

interface House {
  readonly databases: Databases
  readonly gateways: GatewaySettings
}

/**
 * Asks the gateway about a stored credential, and keeps what it says. If the credential was replaced while the gateway was
 * asked, nothing is kept.
 */
export async function testProcessor(
  actor: Actor,
  id: string,
  { place }: { place: CredentialPlace },
  now: Date,
  house: House,
): Promise<ReplyOf<typeof testProcessorEndpoint>> {
  const { databases, gateways } = house
  const found = await inTransaction(databases, actor, (trx) => editedProcessor(trx, actor, id))
  const sealed = place === 'present' ? found.credential : found.second_credential
  if (!sealed) throw new Refusal('no_second_credential')
  const gateway = gatewayNamed(found.gateway)
  const opened = { gateway, opening: paymentsOf(gateway) }
  const { tested, facts } = await askAboutKept(opened, { ...found, credential: sealed }, now, gateways)
  const second = Object.fromEntries(Object.entries(facts).map(([name, value]) => [`second_${name}`, value]))
  // Only the provider's role writes processors.
  await inTransaction(
    databases,
    actor,
    (trx) =>
      trx
        .updateTable('processor')
        .set(place === 'present' ? facts : second)
        .where('merchant_id', '=', found.merchant_id)
        .where('id', '=', id)
        .where(place === 'present' ? 'credential' : 'second_credential', '=', sealed)
        .execute(),
    { as: 'provider' },
  )
  return tested
}
