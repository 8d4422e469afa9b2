import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import type { Trx } from '../platform/db/database.ts'
import { requireApplicable } from './applicable.ts'
import { requireOpenDay } from './business-days.ts'
import { lockScheme } from './locked-scheme.ts'

interface Default {
  type: SchemeType
  valid_from: string
}

/** The scheme of the merchants without an assignment, from a day on. */
export async function setDefaultScheme(trx: Trx, id: string, { type, valid_from }: Default): Promise<void> {
  const scheme = await lockScheme(trx, type, id)
  await requireOpenDay(trx, valid_from)
  await requireApplicable(trx, scheme, valid_from)
  await trx
    .insertInto('scheme_default')
    .values({ type, valid_from, scheme_id: id })
    .onConflict((taken) => taken.columns(['type', 'valid_from']).doUpdateSet({ scheme_id: id }))
    .execute()
}
