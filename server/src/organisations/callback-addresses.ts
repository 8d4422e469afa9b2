import type { CallbackProfile, FailingAddress } from '@kontor/contract/organisations/callback-addresses.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'

export async function callbackProfiles(trx: Trx, actor: Actor): Promise<CallbackProfile[]> {
  const { rows } = await sql<CallbackProfile>`
    select id, name, webhook_transaction_update, webhook_refund_update, webhook_chargeback_update, webhook_failed_email
    from payment_profile where ${visibleTo(actor, 'payment_profile')} order by name, id limit 1000`.execute(trx)
  return rows
}

/** Failing callback addresses of a merchant, limited to the part of it that the actor sees. */
export async function failingAddresses(trx: Trx, actor: Actor, merchant: string): Promise<FailingAddress[]> {
  const { organisations } = actor.scope.merchant === null ? { organisations: null } : actor.scope
  const visible = organisations
    ? sql`exists (select from webhook w where w.merchant_id = a.merchant_id and w.address_key = a.address_key
        and w.organisation_id = any(${organisations}::uuid[]))`
    : sql`true`
  const { rows } = await sql<FailingAddress>`
    select url, coalesce(failing_since, switched_off_at) as failing_since, failures, response_code, switched_off_at,
      switched_off_reason
    from webhook_address a where merchant_id = ${merchant} and (failures > 0 or switched_off_at is not null) and ${visible}
    order by switched_off_at is null, failing_since, url limit 200`.execute(trx)
  return rows
}

/** Switches an address on. Waiting webhooks are sent when their time comes, within a day at the latest. */
export async function switchOnAddress(trx: Trx, actor: Actor, merchant: string, url: string): Promise<FailingAddress> {
  const known = await failingAddresses(trx, actor, merchant)
  const found = known.find((each) => each.url === url)
  if (!found) throw new Refusal('not_found')
  await sql`update webhook_address set switched_off_at = null, switched_off_reason = null, failures = 0, failing_since = null
    where merchant_id = ${merchant} and url = ${url}`.execute(trx)
  return { ...found, failures: 0, switched_off_at: null, switched_off_reason: null }
}
