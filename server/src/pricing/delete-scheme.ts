import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../platform/db/database.ts'
import { lockScheme } from './locked-scheme.ts'

/** What was active once stays, for it explains what was charged. */
export async function deleteScheme(trx: Trx, id: string, { type }: { type: SchemeType }): Promise<void> {
  await lockScheme(trx, type, id)
  const kept = await trx
    .selectFrom('scheme_version')
    .select('id')
    .where('scheme_id', '=', id)
    .where('status', '<>', 'DRAFT')
    .executeTakeFirst()
  if (kept) throw new Refusal('scheme_in_use')
  await trx.deleteFrom('scheme_line').where('scheme_id', '=', id).execute()
  await trx.deleteFrom('scheme_version').where('scheme_id', '=', id).execute()
  await trx.deleteFrom('scheme').where('id', '=', id).execute()
}
