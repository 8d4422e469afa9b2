import type { ReadBody } from '@kontor/contract/endpoint'
import type { createProcessorSettlementEndpoint } from '@kontor/contract/processors/processor-settlement.endpoints'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { type House, newConnection } from '../credentials/new-connection.ts'
import { chosenSettlement } from './settlement-opening.ts'

/** Adds a place where files of what a gateway paid out come from. It is active when no value is missing. */
export async function createProcessorSettlement(
  trx: Trx,
  actor: Actor,
  {
    processor_settlement_type,
    expected_every_days = null,
    ...form
  }: ReadBody<typeof createProcessorSettlementEndpoint>,
  now: Date,
  house: House,
): Promise<string> {
  const { gateway, opening } = chosenSettlement({ gateway: form.gateway, processor_settlement_type })
  const { fields } = opening
  const connection = await newConnection(trx, actor, form, { manifest: gateway.manifest, fields }, now, house)
  await trx
    .insertInto('processor_settlement')
    .values({ ...connection, processor_settlement_type, expected_every_days })
    .execute()
  return connection.id
}
