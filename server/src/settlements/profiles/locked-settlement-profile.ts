import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import { bookInTurn } from '../../platform/db/book-in-turn.ts'
import type { Trx } from '../../platform/db/database.ts'
import { inTurn, type Locked, lockRow } from '../../platform/db/locked.ts'

const profiles = (trx: Trx, actor: Actor, id: string) =>
  trx
    .selectFrom('settlement_profile')
    .selectAll('settlement_profile')
    .where('id', '=', id)
    .where(visibleTo(actor, 'settlement_profile'))

export type StoredSettlementProfile = Awaited<ReturnType<ReturnType<typeof profiles>['executeTakeFirstOrThrow']>>

/** Its book is not settled meanwhile, so that no settlement closes beside a hold. */
export async function lockSettlementProfile(
  trx: Trx,
  actor: Actor,
  id: string,
): Promise<Locked<StoredSettlementProfile>> {
  const seen = await profiles(trx, actor, id).executeTakeFirst()
  if (!seen) throw new Refusal('not_found')
  await inTurn(trx, bookInTurn(seen))
  const found = await lockRow(profiles(trx, actor, id))
  if (!found) throw new Refusal('not_found')
  return found
}
