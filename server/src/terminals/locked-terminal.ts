import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'

export async function lockTerminal(trx: Trx, actor: Actor, id: string) {
  const found = await trx
    .selectFrom('terminal')
    .select(['merchant_id', 'status'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'terminal'))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found
}
