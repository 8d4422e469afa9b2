import type { Trx } from '../../platform/db/database.ts'

/** The next payment adds up its day anew, because the limit or the merchant's day is another one now. */
export async function forgetVolume(trx: Trx, merchant: string): Promise<void> {
  await trx.deleteFrom('merchant_volume').where('merchant_id', '=', merchant).execute()
}
