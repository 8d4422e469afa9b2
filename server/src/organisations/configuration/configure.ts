import { Refusal } from '@kontor/contract/refusal'
import type { Updateable } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { refuseCardNumber } from '../../platform/refuse-card-number.ts'
import type { Merchant } from '../../schema.ts'

/**
 * Writes one section of a merchant's configuration, with the reason. A program that gives none leaves none: the reason of the
 * change before would not be that of this one.
 */
export async function configure(
  trx: Trx,
  id: string,
  values: Updateable<Merchant>,
  reason: string | undefined,
): Promise<void> {
  await refuseCardNumber(trx, 'body.reason', reason)
  const { numUpdatedRows } = await trx
    .updateTable('merchant')
    .set({ ...values, configuration_reason: reason?.trim() ?? null })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not_found')
}
