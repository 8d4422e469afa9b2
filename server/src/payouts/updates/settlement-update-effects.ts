import type { ReadQuery } from '@kontor/contract/endpoint'
import type { PaymentOrderStatus } from '@kontor/contract/payouts/payout.rules'
import type { settlementUpdateEffectsEndpoint } from '@kontor/contract/payouts/updates/settlement-update.endpoints'
import { updateNeedsAnother } from '@kontor/contract/payouts/updates/settlement-update.rules'
import type { SettlementUpdateEffects } from '@kontor/contract/payouts/updates/settlement-update.schemas'
import { sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { carryOutUpdate, lockForUpdate } from './carry-out-update.ts'
import { accountsFor, requireAccount } from './paying-accounts.ts'
import { updatableSettlement } from './updatable-settlement.ts'

/** What an update would do: it is made, looked at, and undone before anybody else sees it. */
export async function settlementUpdateEffects(
  trx: Trx,
  actor: Actor,
  id: string,
  { kind, psp_bank_account }: ReadQuery<typeof settlementUpdateEffectsEndpoint>,
): Promise<SettlementUpdateEffects> {
  const { status: from_status } = await updatableSettlement(trx, actor, id)
  await sql`savepoint effects`.execute(trx)
  const before = await lockForUpdate(trx, actor, id, { kind, from_status })
  const order_before = await orderStatus(trx, before.payment_order_id)
  const last = await lastTransfer(trx, before)
  await carryOutUpdate(trx, actor, before, {
    ...{ kind, from_status, reason: 'to see what it would do' },
    paid:
      kind === 'PAID'
        ? {
            account: requireAccount(await accountsFor(trx, before), psp_bank_account),
            ...{ on: '2000-01-01', reference: 'to see what it would do' },
          }
        : undefined,
  })
  const after = await updatableSettlement(trx, actor, id)
  const effects = {
    currency_code: before.payout_currency_code,
    needs_another: updateNeedsAnother(kind, Number(before.amount), before.payout_currency_code),
    ...{ status_before: before.status, status_after: after.status },
    ...{ payout_before: before.payout_status, payout_after: after.payout_status },
    ...{ order_before, order_after: await orderStatus(trx, before.payment_order_id) },
    bookings: await transfersSince(trx, before, last),
  }
  await sql`rollback to savepoint effects`.execute(trx)
  return effects
}

async function orderStatus(trx: Trx, id: string | null): Promise<PaymentOrderStatus | null> {
  if (id === null) return null
  const order = await trx.selectFrom('payment_order').select('status').where('id', '=', id).executeTakeFirst()
  // A CHECK constraint allows only these words.
  return (order?.status as PaymentOrderStatus | undefined) ?? null
}

interface Of {
  merchant_id: string
  id: string
}

const ofSettlement = ({ merchant_id, id }: Of) =>
  sql`merchant_id = ${merchant_id} and subject_id = ${id} and transaction_id is null`

async function lastTransfer(trx: Trx, of: Of): Promise<string> {
  const { rows } = await sql<{ seq: string }>`
    select coalesce(max(seq), 0)::text as seq from ledger_transfer where ${ofSettlement(of)}`.execute(trx)
  return rows[0]?.seq ?? '0'
}

async function transfersSince(trx: Trx, of: Of, last: string): Promise<SettlementUpdateEffects['bookings']> {
  const { rows } = await sql<{ kind: string; amount: number }>`
    select k.name as kind, t.amount from ledger_transfer t join ledger_kind k using (kind)
    where ${ofSettlement(of)} and seq > ${last}::bigint order by seq`.execute(trx)
  return rows
}
