import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
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

/** What settling a book and changing its profile take in turn. */
export const bookInTurn = (of: { merchant_id: string; book_id: string; currency_code: string }): string =>
  `settlement/${of.merchant_id}/${of.book_id}/${of.currency_code}`
