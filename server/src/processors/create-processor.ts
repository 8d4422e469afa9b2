import type { ReadBody } from '@kontor/contract/endpoint'
import type { createProcessorEndpoint } from '@kontor/contract/processors/processor.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { visibleOrganisation } from '../organisations/visible-organisation.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { sealCredential } from '../platform/secrets/sealed.ts'
import { credentialValues } from './credentials/credential-values.ts'
import { findGateway, urlOf } from './gateways.ts'
import { requireProcessorUser } from './users/require-processor-user.ts'

interface House {
  readonly masterKey: string
  /** Undefined: no sandbox processor runs beside this server. */
  readonly sandboxUrl: string | undefined
}

/** Connects a payment product of a gateway. It is active at once, and payment profiles use it when they choose it. */
export async function createProcessor(
  trx: Trx,
  actor: Actor,
  body: ReadBody<typeof createProcessorEndpoint>,
  now: Date,
  house: House,
): Promise<string> {
  const { name, description, organisation, user, gateway, mode, payment_product, details } = body
  const owner = await visibleOrganisation(trx, actor, organisation)
  const manifest = findGateway(gateway)?.manifest
  if (!manifest) throw new Refusal('invalid_request', { 'body.gateway': 'unknown' })
  const url = urlOf(manifest, mode, house.sandboxUrl)
  if (url === undefined) throw new Refusal('invalid_request', { 'body.mode': 'not_of_gateway' })
  if (!manifest.products[payment_product])
    throw new Refusal('invalid_request', { 'body.payment_product': 'not_of_gateway' })
  await requireProcessorUser(trx, owner, user)
  const values = credentialValues(manifest.credential, { mode, details })
  const { id, created_at } = newId(now)
  await trx
    .insertInto('processor')
    .values({
      ...{ merchant_id: owner.merchant, id, created_at, organisation_id: owner.id, user_id: user },
      ...{ name, description, gateway, mode, payment_product, url },
      credential: sealCredential(house.masterKey, { merchant: owner.merchant, record: id }, values),
    })
    .execute()
  return id
}
