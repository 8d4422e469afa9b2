import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../platform/db/database.ts'
import { type Locked, lockRow } from '../platform/db/locked.ts'

interface StoredPackage {
  id: string
  active: boolean
}

export async function lockPackage(trx: Trx, id: string): Promise<Locked<StoredPackage>> {
  const found = await lockRow(trx.selectFrom('package').select(['id', 'active']).where('id', '=', id))
  if (!found) throw new Refusal('not_found')
  return found
}
