import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'

/** A merchant that was deactivated takes no payments and pays nothing back. */
export async function requireActiveMerchant(trx: Trx, merchant: string): Promise<void> {
  if (!(await isActiveMerchant(trx, merchant))) throw new Refusal('merchant_inactive')
}

export async function isActiveMerchant(trx: Trx, merchant: string): Promise<boolean> {
  const row = await trx.selectFrom('merchant').select('active').where('id', '=', merchant).executeTakeFirst()
  return row?.active === true
}
