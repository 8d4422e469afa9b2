import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'

/** Switches a merchant off: the sessions of its users end at once, and its payments and refunds are refused. */
export async function deactivateMerchant(trx: Trx, id: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('merchant')
    .set({ active: false })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not_found')
  await trx
    .updateTable('session')
    .set({ ended_at: now.toISOString() })
    .where('ended_at', 'is', null)
    .where('user_id', 'in', (users) => users.selectFrom('platform_user').select('id').where('merchant_id', '=', id))
    .execute()
}
