import type { ReadBody } from '@kontor/contract/endpoint'
import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import type { updateSchemeEndpoint } from '@kontor/contract/pricing/scheme.endpoints'
import type { Trx } from '../platform/db/database.ts'
import { refusingTakenName } from '../platform/db/taken-name.ts'
import { lockScheme } from './locked-scheme.ts'

export async function updateScheme(
  trx: Trx,
  id: string,
  { type, ...body }: ReadBody<(typeof updateSchemeEndpoint)['REVENUE']> & { type: SchemeType },
): Promise<void> {
  await lockScheme(trx, type, id)
  if (Object.keys(body).length === 0) return
  await refusingTakenName('scheme_name', trx.updateTable('scheme').set(body).where('id', '=', id).execute())
}
