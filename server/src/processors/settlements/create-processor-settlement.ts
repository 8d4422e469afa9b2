import type { ReadBody } from '@kontor/contract/endpoint'
import type { createProcessorSettlementEndpoint } from '@kontor/contract/processors/processor-settlement.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { visibleOrganisation } from '../../organisations/visible-organisation.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { sealCredential } from '../../platform/secrets/sealed.ts'
import { credentialValues } from '../credentials/credential-values.ts'
import { urlOf } from '../gateways.ts'
import { requireProcessorUser } from '../users/require-processor-user.ts'
import { chosenSettlement } from './settlement-opening.ts'

interface House {
  readonly masterKey: string
  /** Undefined: no sandbox processor runs beside this server. */
  readonly sandboxUrl: string | undefined
}

/** Adds a place where files of what a gateway paid out come from. It is active at once. */
export async function createProcessorSettlement(
  trx: Trx,
  actor: Actor,
  body: ReadBody<typeof createProcessorSettlementEndpoint>,
  now: Date,
  house: House,
): Promise<string> {
  const { name, description, organisation, user, mode, processor_settlement_type, details } = body
  const owner = await visibleOrganisation(trx, actor, organisation)
  const { gateway, opening } = chosenSettlement(body)
  const url = urlOf(gateway.manifest, mode, house.sandboxUrl)
  if (url === undefined) throw new Refusal('invalid_request', { 'body.mode': 'not_of_gateway' })
  await requireProcessorUser(trx, owner, user)
  const values = credentialValues(opening.fields, { mode, details })
  const { id, created_at } = newId(now)
  await trx
    .insertInto('processor_settlement')
    .values({
      ...{ merchant_id: owner.merchant, id, created_at, organisation_id: owner.id, user_id: user },
      ...{ name, description, gateway: body.gateway, mode, processor_settlement_type, url },
      credential: sealCredential(house.masterKey, { merchant: owner.merchant, record: id }, values),
    })
    .execute()
  return id
}
