import type { ReadBody } from '@kontor/contract/endpoint'
import type { switchOnWebhookAddressEndpoint } from '@kontor/contract/organisations/callback-addresses.endpoints'
import type { FailingAddress } from '@kontor/contract/organisations/callback-addresses.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { failingAddresses } from './callback-addresses.ts'
import { merchantInView } from './merchants/merchant-in-view.ts'

/** Switches an address on. Waiting webhooks are sent when their time comes, within a day at the latest. */
export async function switchOnWebhookAddress(
  trx: Trx,
  actor: Actor,
  { url }: ReadBody<typeof switchOnWebhookAddressEndpoint>,
): Promise<FailingAddress> {
  const merchant = merchantInView(actor)
  const known = await failingAddresses(trx, actor, merchant)
  const found = known.find((each) => each.url === url)
  if (!found) throw new Refusal('not_found')
  await sql`update webhook_address set switched_off_at = null, switched_off_reason = null, failures = 0, failing_since = null
    where merchant_id = ${merchant} and url = ${url}`.execute(trx)
  return { ...found, failures: 0, switched_off_at: null, switched_off_reason: null }
}
