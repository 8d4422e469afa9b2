import type { ReadBody } from '@kontor/contract/endpoint'
import type { updateMerchantEndpoint } from '@kontor/contract/organisations/merchant.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../platform/db/database.ts'

type Input = ReadBody<typeof updateMerchantEndpoint>

export async function updateMerchant(trx: Trx, id: string, { largest_payment }: Input): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('merchant')
    .set({ largest_payment })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not_found')
}
