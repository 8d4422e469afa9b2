import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'

/** Switches a merchant on: its users may sign in, and its payments and refunds are taken again. */
export async function activateMerchant(trx: Trx, id: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('merchant')
    .set({ active: true })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not_found')
}
