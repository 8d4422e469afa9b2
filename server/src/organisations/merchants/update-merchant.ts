import type { ReadBody } from '@kontor/contract/endpoint'
import type { updateMerchantEndpoint } from '@kontor/contract/organisations/merchant.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import { lockRow } from '../../platform/db/locked.ts'
import { configure } from '../configuration/configure.ts'
import { forgetVolume } from '../configuration/forget-volume.ts'
import { lockTree } from '../organisation-tree.ts'
import { refuseTaken } from './create-merchant.ts'
import { refuseUnknownCategory } from './merchant-categories.ts'

type Input = ReadBody<typeof updateMerchantEndpoint>

/** Changes what is given. The merchant and the root of its tree have one name. */
export async function updateMerchant(trx: Trx, id: string, { reason, ...values }: Input): Promise<void> {
  refuseUnknownCategory(values.mcc)
  // Its name is also that of the root of its tree.
  await lockTree(trx, id)
  const found = await lockRow(trx.selectFrom('merchant').select('id').where('id', '=', id), {
    strength: 'no key update',
  })
  if (!found) throw new Refusal('not_found')
  if (reason !== undefined || Object.keys(values).length > 0)
    await configure(trx, id, values, reason).catch(refuseTaken)
  if (values.time_zone !== undefined) await forgetVolume(trx, id)
  if (values.name === undefined) return
  await trx
    .updateTable('organisation')
    .set({ name: values.name })
    .where('merchant_id', '=', id)
    .where('id', '=', id)
    .execute()
}
