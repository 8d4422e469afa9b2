import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../platform/db/database.ts'
import { lockPackage } from './locked-package.ts'

/** What a merchant had once stays, for it explains what was charged. */
export async function deletePackage(trx: Trx, id: string): Promise<void> {
  await lockPackage(trx, id)
  const given = await trx
    .selectFrom('package_assignment')
    .select('merchant_id')
    .where('package_id', '=', id)
    .executeTakeFirst()
  if (given) throw new Refusal('package_in_use')
  await trx.deleteFrom('package').where('id', '=', id).execute()
}
