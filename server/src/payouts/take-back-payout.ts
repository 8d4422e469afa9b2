import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockSettlement } from '../settlements/runs/locked-settlement.ts'
import { changePayout, changeSettlementStatus, lockPayout, type StoredPayout } from './locked-payout.ts'

/**
 * Takes back the approval of a payout that is in no order. It then waits for an approval again, to the account of that moment. One that
 * was in a file which left keeps it while its account may be paid to: the bank may pay it all the same, and its statement finds the
 * payout only while it is approved.
 */
export async function takeBackPayout(trx: Trx, actor: Actor, id: string): Promise<void> {
  const settlement = await lockSettlement(trx, actor, id)
  const payout = await lockPayout(trx, settlement)
  if (payout?.status !== 'APPROVED' || payout.payment_order_id !== null)
    throw new Refusal('payout_not_approved', { status: payout?.status ?? settlement.status })
  if (payout.was_exported && (await isUsable(trx, payout))) throw new Refusal('payout_has_left')
  await changePayout(trx, payout, {
    ...{ status: 'CREATED', bank_account_id: null, remarks: [] },
    ...{ approved_by: null, approved_by_id: null, approved_at: null },
  })
  await changeSettlementStatus(trx, settlement, 'CLOSED')
}

async function isUsable(trx: Trx, { merchant_id, bank_account_id }: StoredPayout): Promise<boolean> {
  const { rows } = await sql<{ usable: boolean }>`
    select bank_account_usable(${merchant_id}, ${bank_account_id}, engine_now()) as usable`.execute(trx)
  return rows[0]?.usable === true
}
