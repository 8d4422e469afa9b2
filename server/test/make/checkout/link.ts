import type { CardAddLinkStatus } from '@kontor/contract/checkout/link.rules'
import { newId } from '../../../src/platform/db/ids.ts'
import { customer } from '../customers/customer.ts'
import type { Making } from '../making.ts'
import type { MadeMerchant } from '../organisations/merchant.ts'

interface LinkInput {
  checkout?: string
  organisation?: string
  customer?: string
  merchant_reference?: string
  status?: CardAddLinkStatus
  amount?: number
  reusable?: boolean
  expires_at?: Date
  purpose?: string
}

const linkValues = (making: Making, of: MadeMerchant, given: LinkInput) => ({
  merchant_id: of.merchant,
  ...newId(new Date()),
  organisation_id: given.organisation ?? of.merchant,
  payment_profile_id: of.profile,
  currency_code: of.currency_code,
  checkout_id: given.checkout ?? null,
  merchant_reference: given.merchant_reference ?? `LINK-${making.next()}`,
  status: given.status ?? 'CREATED',
  expires_at: (given.expires_at ?? new Date(Date.now() + (30 + making.next()) * 86_400_000)).toISOString(),
})

export async function paymentLink(making: Making, of: MadeMerchant, given: LinkInput = {}): Promise<string> {
  const reusable = given.reusable ?? false
  const values = {
    ...linkValues(making, of, given),
    customer_id: given.customer ?? null,
    amount: given.amount ?? 2_500 + making.next(),
    reusable,
    max_uses: reusable ? null : 1,
  }
  await making.db.insertInto('payment_link').values(values).execute()
  return values.id
}

export async function cardAddLink(making: Making, of: MadeMerchant, given: LinkInput = {}): Promise<string> {
  const values = {
    ...linkValues(making, of, given),
    customer_id: given.customer ?? (await customer(making, of.merchant)),
    purpose: given.purpose ?? 'recurring',
  }
  await making.db.insertInto('card_add_link').values(values).execute()
  return values.id
}
