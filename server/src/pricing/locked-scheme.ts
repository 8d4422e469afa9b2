import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../platform/db/database.ts'
import { type Locked, lockRow } from '../platform/db/locked.ts'

export interface StoredScheme {
  id: string
  type: SchemeType
  name: string
  currency_code: string | null
  active: boolean
}

/** A scheme of another type is not there: each type has roles of its own. */
export async function lockScheme(trx: Trx, type: SchemeType, id: string): Promise<Locked<StoredScheme>> {
  const found = await lockRow(
    trx
      .selectFrom('scheme')
      .select(['id', 'type', 'name', 'currency_code', 'active'])
      .where('id', '=', id)
      .where('type', '=', type),
  )
  if (!found) throw new Refusal('not_found')
  return found as Locked<StoredScheme>
}
