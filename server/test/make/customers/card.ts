import { newId } from '../../../src/platform/db/ids.ts'
import type { Making } from '../making.ts'
import type { MadeMerchant } from '../organisations/merchant.ts'

interface Given {
  token?: string
  revoked?: boolean
  brand?: string
  bin?: string | null
  last_four?: string
  issuer_country?: string
  funding?: 'credit' | 'debit' | 'prepaid'
  holder?: 'consumer' | 'commercial'
  expiry_month?: number
  expiry_year?: number
}

/** A customer's card in the vault of the merchant's processor. */
export async function card({ db }: Making, of: MadeMerchant, customer: string, given: Given = {}): Promise<string> {
  const { id } = newId(new Date())
  await db
    .insertInto('card')
    .values({
      merchant_id: of.merchant,
      id,
      customer_id: customer,
      processor_id: of.processor,
      token: given.token ?? 'test_visa',
      brand: given.brand ?? 'visa',
      bin: given.bin === undefined ? '41111111' : given.bin,
      last_four: given.last_four ?? '1111',
      issuer_country: given.issuer_country ?? null,
      funding: given.funding ?? null,
      holder: given.holder ?? null,
      expiry_month: given.expiry_month ?? 12,
      expiry_year: given.expiry_year ?? 2031,
      revoked_at: given.revoked ? new Date().toISOString() : null,
    })
    .execute()
  return id
}
