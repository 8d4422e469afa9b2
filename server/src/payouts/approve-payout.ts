import type { ReadBody } from '@kontor/contract/endpoint'
import type { approvePayoutEndpoint } from '@kontor/contract/payouts/payout.endpoints'
import { changedLately_days } from '@kontor/contract/payouts/payout.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockSettlement } from '../settlements/runs/locked-settlement.ts'
import { changePayout, changeSettlementStatus, lockPayout } from './locked-payout.ts'
import { hasUnmatchedDebit } from './orders/locked-payment-order.ts'
import { type PayoutAccount, payoutAccount } from './payout-account.ts'
import { payoutRemarksOf } from './payout-remarks.ts'

/** Approves the payout of a settlement to the account that the approver read, which is the one of this moment. */
export async function approvePayout(
  trx: Trx,
  actor: Actor,
  id: string,
  { bank_account }: ReadBody<typeof approvePayoutEndpoint>,
  now: Date,
): Promise<void> {
  const settlement = await lockSettlement(trx, actor, id)
  const payout = await lockPayout(trx, settlement)
  if (settlement.status !== 'CLOSED' || payout?.status !== 'CREATED')
    throw new Refusal('settlement_not_closed', { status: settlement.status })
  if (await isDebited(trx, settlement)) throw new Refusal('payout_debited')
  const account = await payoutAccount(trx, settlement)
  if (!account) throw new Refusal('payout_account_missing')
  if (actor.id === null || (await hasTouched(trx, actor.id, settlement, account))) throw new Refusal('same_person')
  if (account.id !== bank_account) throw new Refusal('payout_account_changed')
  requireUsable(account)
  await changePayout(trx, payout, {
    ...{ status: 'APPROVED', bank_account_id: account.id, remarks: await payoutRemarksOf(trx, settlement, account.id) },
    ...{ approved_by: actor.name, approved_by_id: actor.id, approved_at: now.toISOString() },
  })
  await changeSettlementStatus(trx, settlement, 'APPROVED')
}

async function isDebited(trx: Trx, { merchant_id, id }: { merchant_id: string; id: string }): Promise<boolean> {
  const { rows } = await sql<{ debited: boolean }>`
    select ${hasUnmatchedDebit} as debited from payout p where p.merchant_id = ${merchant_id} and p.id = ${id}`.execute(
    trx,
  )
  return rows[0]?.debited === true
}

function requireUsable(account: PayoutAccount): void {
  if (account.profile_on_hold) throw new Refusal('settlement_profile_on_hold')
  if (account.is_cooling_off) throw new Refusal('bank_account_cooling_off', { usable_from: account.usable_from })
  if (!account.is_usable) throw new Refusal('bank_account_not_verified', { status: account.status })
}

/** True for whoever closed the settlement, changed lately where it is paid to, or wrote a one-off that it holds. */
async function hasTouched(
  trx: Trx,
  person: string,
  { merchant_id, id }: { merchant_id: string; id: string },
  account: PayoutAccount,
): Promise<boolean> {
  if (account.created_by_id === person && (await isRecent(trx, { merchant_id, id: account.id }))) return true
  const { rows } = await sql<{ touched: boolean }>`
    select s.closed_by_id = ${person} is true
      or exists (select from change c where c.merchant_id = s.merchant_id and c.entity = 'settlement_profile'
        and c.item_id = ${account.profile}::uuid and c.actor_id = ${person} and c.after ? 'bank_account_id'
        and c.at > engine_now() - make_interval(days => ${changedLately_days}))
      or exists (select from change c where c.merchant_id = s.merchant_id and c.entity = 'payment_profile'
        and c.item_id in (select id from payment_profile where merchant_id = s.merchant_id) and c.actor_id = ${person}
        and c.after ->> 'bank_account_id' = ${account.id} and c.at > engine_now() - make_interval(days => ${changedLately_days}))
      or exists (select from one_off o where o.merchant_id = s.merchant_id and o.book_id = s.book_id
        and o.currency_code = s.currency_code and o.booked_on <@ s.covers and ${person}::uuid = any (o.authors)) as touched
    from settlement s where s.merchant_id = ${merchant_id} and s.id = ${id}`.execute(trx)
  return rows[0]?.touched ?? true
}

async function isRecent(trx: Trx, { merchant_id, id }: { merchant_id: string; id: string }): Promise<boolean> {
  const row = await trx
    .selectFrom('bank_account')
    .select(sql<boolean>`created_at > engine_now() - make_interval(days => ${changedLately_days})`.as('recent'))
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.recent
}
