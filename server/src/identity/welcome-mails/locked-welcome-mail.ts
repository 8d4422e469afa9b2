import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'

interface StoredWelcomeMail {
  id: string
  default: boolean
  psp_default: boolean
}

export async function lockWelcomeMail(trx: Trx, id: string): Promise<Locked<StoredWelcomeMail>> {
  const found = await lockRow(
    trx.selectFrom('welcome_mail').select(['id', 'default', 'psp_default']).where('id', '=', id),
  )
  if (!found) throw new Refusal('not_found')
  return found
}
