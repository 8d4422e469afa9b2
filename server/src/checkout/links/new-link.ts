import { defaultExpiry_days, longestExpiry_days } from '@kontor/contract/checkout/link.rules'
import { Refusal } from '@kontor/contract/refusal'
import { knownCustomer } from '../../customers/known-customer.ts'
import { payerLanguageOf } from '../../organisations/configuration/payer-language.ts'
import { requireActiveMerchant } from '../../organisations/merchants/active-merchant.ts'
import { visibleProfile } from '../../organisations/visible-profile.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuseCardNumber } from '../../platform/refuse-card-number.ts'
import { endOfDay } from '../../platform/time/end-of-day.ts'
import { activeProcessors } from '../../processors/active-processors.ts'
import { chosenDesign } from '../designs/chosen-design.ts'

const day_ms = 86_400_000

export interface NewLink {
  payment_profile: string
  merchant_reference: string
  description?: string | undefined
  customer?: string | undefined
  language?: string | undefined
  expires_at?: string | undefined
  send_mail: boolean
  email_address?: string | undefined
  redirect_url?: string | undefined
  webhook_url?: string | undefined
  checkout?: string | undefined
}

/** The checked columns of a new link of either kind, with the address for its mail, if any. */
export async function newLinkValues(trx: Trx, actor: Actor, input: NewLink, now: Date) {
  const profile = await visibleProfile(trx, actor, input.payment_profile)
  await requireActiveMerchant(trx, profile.merchant_id)
  await refuseCardNumber(trx, 'body.merchant_reference', input.merchant_reference)
  await refuseCardNumber(trx, 'body.description', input.description)
  const customer = input.customer ? await knownCustomer(trx, actor, profile.merchant_id, input.customer) : undefined
  const email_address = input.email_address ?? customer?.email_address ?? null
  if (input.send_mail && !email_address) throw new Refusal('invalid_request', { 'body.email_address': 'required' })
  return {
    merchant_id: profile.merchant_id,
    ...newId(now),
    organisation_id: profile.organisation_id,
    payment_profile_id: profile.id,
    currency_code: profile.currency_code,
    merchant_reference: input.merchant_reference,
    description: input.description || null,
    language: input.language ?? (await payerLanguageOf(trx, profile.merchant_id)),
    email_address,
    redirect_url: input.redirect_url ?? null,
    webhook_url: input.webhook_url ?? null,
    checkout_id: await chosenDesign(trx, actor, profile.merchant_id, input.checkout),
    status: 'CREATED' as const,
    expires_at: await expiryOf(trx, actor, input.expires_at, now),
    created_by: actor.name,
  }
}

/** The moment of expiry. A day without a time ends with its last millisecond in the actor's zone. */
async function expiryOf(trx: Trx, actor: Actor, asked: string | undefined, now: Date): Promise<string> {
  if (asked === undefined) return new Date(now.getTime() + defaultExpiry_days * day_ms).toISOString()
  const at = asked.length > 10 ? new Date(asked) : await endOfDay(trx, asked, actor.time_zone)
  if (at <= now) throw new Refusal('invalid_request', { 'body.expires_at': 'not_in_the_future' })
  if (at.getTime() - now.getTime() > longestExpiry_days * day_ms)
    throw new Refusal('invalid_request', { 'body.expires_at': 'more_than_a_year_ahead' })
  return at.toISOString()
}

/** The payment products that a new link can be paid with. Refuses a link that nobody could pay. */
export async function requireTaken(
  trx: Trx,
  of: { merchant_id: string; payment_profile_id: string },
): Promise<readonly string[]> {
  const rows = await activeProcessors(trx, { merchant: of.merchant_id, profile: of.payment_profile_id })
    .select('processor.payment_product')
    .execute()
  if (rows.length === 0) throw new Refusal('no_processor_for_product', { 'body.payment_profile': 'takes_no_payments' })
  return rows.map(({ payment_product }) => payment_product)
}
