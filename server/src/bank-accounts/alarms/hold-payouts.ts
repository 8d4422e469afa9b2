import { sql } from 'kysely'
import { bookInTurn } from '../../platform/db/book-in-turn.ts'
import type { Trx } from '../../platform/db/database.ts'
import { inTurn } from '../../platform/db/locked.ts'

/**
 * Stops all payouts of a merchant: those of settlements that wait for theirs, and of further ones of its settlement profiles. The
 * reason of an earlier hold stays.
 */
export async function holdPayouts(trx: Trx, merchant: string, reason: string): Promise<void> {
  await holdProfiles(trx, merchant, reason)
  await holdWithoutProfile(trx, merchant, reason)
}

/** No settlement closes beside the hold: each book is taken in its turn, always in the same order. */
async function holdProfiles(trx: Trx, merchant: string, reason: string): Promise<void> {
  const profiles = await trx
    .selectFrom('settlement_profile')
    .select(['merchant_id', 'id', 'book_id', 'currency_code'])
    .where('merchant_id', '=', merchant)
    .orderBy('id')
    .execute()
  for (const profile of profiles) {
    await inTurn(trx, bookInTurn(profile))
    await trx
      .updateTable('settlement_profile')
      .set({ status: 'ON_HOLD', hold_reason: reason })
      .where('merchant_id', '=', merchant)
      .where('id', '=', profile.id)
      .where('status', '<>', 'ON_HOLD')
      .execute()
    await trx
      .updateTable('settlement')
      .set({ status: 'ON_HOLD', hold_reason: reason, held_with_profile: true })
      .where('merchant_id', '=', merchant)
      .where('settlement_profile_id', '=', profile.id)
      .where('status', '=', 'CLOSED')
      .execute()
  }
}

/**
 * Holds the settlements that no profile can hold. An approval of theirs that has not left for the bank is taken back; an order
 * that holds it is refused from then on.
 */
async function holdWithoutProfile(trx: Trx, merchant: string, reason: string): Promise<void> {
  await sql`select from settlement where merchant_id = ${merchant} and settlement_profile_id is null
    and status in ('CLOSED', 'APPROVED') order by id for update`.execute(trx)
  await sql`
    with taken_back as (
      update payout p set status = 'CREATED', bank_account_id = null, remarks = '{}', payment_order_id = null,
        approved_by = null, approved_by_id = null, approved_at = null
      from settlement s where s.merchant_id = ${merchant} and s.settlement_profile_id is null and s.status = 'APPROVED'
        and p.merchant_id = s.merchant_id and p.id = s.id and p.status = 'APPROVED'
      returning p.id)
    update settlement set status = 'CLOSED' where merchant_id = ${merchant} and id in (select id from taken_back)`.execute(
    trx,
  )
  await trx
    .updateTable('settlement')
    .set({ status: 'ON_HOLD', hold_reason: reason })
    .where('merchant_id', '=', merchant)
    .where('settlement_profile_id', 'is', null)
    .where('status', '=', 'CLOSED')
    .execute()
}
