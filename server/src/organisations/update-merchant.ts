import type { updateMerchantCommand } from '@kontor/contract/organisations/merchant.commands'
import { Refusal } from '@kontor/contract/refusal'
import type { z } from 'zod'
import type { Trx } from '../platform/db/database.ts'

type Input = z.output<typeof updateMerchantCommand.body>

export async function updateMerchant(trx: Trx, id: string, { largest_payment }: Input): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('merchant')
    .set({ largest_payment })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not_found')
}
