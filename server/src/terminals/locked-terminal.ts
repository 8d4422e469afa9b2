import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { type Locked, lockRow } from '../platform/db/locked.ts'

export interface StoredTerminal {
  merchant_id: string
  id: string
  status: string
}

export async function lockTerminal(trx: Trx, actor: Actor, id: string): Promise<Locked<StoredTerminal>> {
  const found = await lockRow(
    trx
      .selectFrom('terminal')
      .select(['merchant_id', 'id', 'status'])
      .where('id', '=', id)
      .where(visibleTo(actor, 'terminal')),
    { strength: 'no key update' },
  )
  if (!found) throw new Refusal('not_found')
  return found
}
