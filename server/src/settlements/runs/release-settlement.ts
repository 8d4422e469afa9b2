import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import { bookInTurn } from '../../platform/db/book-in-turn.ts'
import type { Trx } from '../../platform/db/database.ts'
import { inTurn } from '../../platform/db/locked.ts'
import { lockSettlement, type StoredSettlement, seenSettlement } from './locked-settlement.ts'

/** Lets one settlement be paid out. While its profile is on hold, it waits. */
export async function releaseSettlement(trx: Trx, actor: Actor, id: string): Promise<void> {
  const seen = await seenSettlement(trx, actor, id)
  // Before the row, as whoever holds the profile does.
  await inTurn(trx, bookInTurn(seen))
  const { merchant_id, status, held_with_profile } = await lockSettlement(trx, actor, id)
  if (status !== 'ON_HOLD') throw new Refusal('settlement_not_on_hold', { status })
  if (held_with_profile || (await isProfileOnHold(trx, seen))) throw new Refusal('settlement_profile_on_hold')
  await trx
    .updateTable('settlement')
    .set({ status: 'CLOSED', hold_reason: null })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}

/** The profile under which it was closed, and the one of its book by which it is paid now. */
async function isProfileOnHold(trx: Trx, of: StoredSettlement): Promise<boolean> {
  const held = await trx
    .selectFrom('settlement_profile')
    .select('id')
    .where('merchant_id', '=', of.merchant_id)
    .where('status', '=', 'ON_HOLD')
    .where((is) =>
      is.or([
        is('id', '=', of.settlement_profile_id),
        is.and([is('book_id', '=', of.book_id), is('currency_code', '=', of.currency_code)]),
      ]),
    )
    .executeTakeFirst()
  return held !== undefined
}
