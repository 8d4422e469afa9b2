import type { ReadBody } from '@kontor/contract/endpoint'
import type { createProcessorEndpoint } from '@kontor/contract/processors/processor.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { type House, newConnection } from './credentials/new-connection.ts'
import { findGateway } from './gateways.ts'
import { addressedIn } from './notification-url.ts'

/**
 * Connects a payment product of a gateway. It is active at once, and payment profiles use it when they choose it. In the view of a
 * merchant its values may be left to the merchant, and it is inactive until they are there (001, section 5). Its address for
 * notifications may be known before it, where the gateway makes the secret of its signatures for that address (docs/adr/0258).
 */
export async function createProcessor(
  trx: Trx,
  actor: Actor,
  { payment_product, notification_url, ...form }: ReadBody<typeof createProcessorEndpoint>,
  now: Date,
  house: House,
): Promise<string> {
  const manifest = findGateway(form.gateway)?.manifest
  if (!manifest) throw new Refusal('invalid_request', { 'body.gateway': 'unknown' })
  if (!manifest.products[payment_product])
    throw new Refusal('invalid_request', { 'body.payment_product': 'not_of_gateway' })
  const address = notification_url === undefined ? undefined : addressedIn(house.masterKey, notification_url)
  if (notification_url !== undefined && !address)
    throw new Refusal('invalid_request', { 'body.notification_url': 'unknown' })
  const opened = { manifest, fields: manifest.credential, reserved: address?.id }
  const connection = await newConnection(trx, actor, form, opened, now, house)
  const made = await trx
    .insertInto('processor')
    .values({ ...connection, payment_product, ...(address && { notification_key: address.notification_key }) })
    .onConflict((on) => on.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw new Refusal('invalid_request', { 'body.notification_url': 'taken' })
  return connection.id
}
