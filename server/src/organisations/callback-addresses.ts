import { switchOnWebhookAddressEndpoint } from '@kontor/contract/organisations/callback-addresses.endpoints'
import type { CallbackProfile, FailingAddress } from '@kontor/contract/organisations/callback-addresses.schemas'
import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { entityRoles, isAllowed } from '@kontor/contract/roles'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'

/**
 * The addresses of the payment profiles. Whoever may neither list payment profiles nor webhooks sees at which hosts they are: the rest
 * of an address may hold a secret of the receiver.
 */
export async function callbackProfiles(trx: Trx, actor: Actor): Promise<CallbackProfile[]> {
  const { rows } = await sql<CallbackProfile>`
    select id, name, webhook_transaction_update, webhook_refund_update, webhook_chargeback_update, webhook_failed_email
    from payment_profile where ${visibleTo(actor, 'payment_profile')} order by name, id limit 1000`.execute(trx)
  return readsAddresses(actor) ? rows : rows.map(withHostsAlone)
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
  return readsAddresses(actor) ? rows : rows.map((row) => ({ ...row, url: hostOf(row.url) }))
}

const readsAddresses = ({ roles }: Actor): boolean =>
  [paymentProfile.roles.list, entityRoles('WEBHOOK').list, switchOnWebhookAddressEndpoint.access].some((access) =>
    isAllowed(access, roles),
  )

const withHostsAlone = (row: CallbackProfile): CallbackProfile => ({
  ...row,
  webhook_transaction_update: row.webhook_transaction_update && hostOf(row.webhook_transaction_update),
  webhook_refund_update: row.webhook_refund_update && hostOf(row.webhook_refund_update),
  webhook_chargeback_update: row.webhook_chargeback_update && hostOf(row.webhook_chargeback_update),
  webhook_failed_email: null,
})

/** `https://shop.example/…` */
const hostOf = (address: string): string => (URL.canParse(address) ? `${new URL(address).origin}/…` : '…')
