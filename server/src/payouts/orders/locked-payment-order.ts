import type { PaymentOrderStatus } from '@kontor/contract/payouts/payout.rules'
import { Refusal } from '@kontor/contract/refusal'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { inTurn, type Locked, lockRow } from '../../platform/db/locked.ts'
import type { PaymentOrder } from '../../schema.ts'
import { isItsProfile } from '../../settlements/profiles/profile-of.ts'

// A CHECK constraint allows only the contract's values.
export type StoredOrder = Omit<Selectable<PaymentOrder>, 'status'> & { status: PaymentOrderStatus }

/** Orders and the bank's statements about them change in turn: they lock many payouts in different orders. */
export const ordersInTurn = (trx: Trx) => inTurn(trx, 'payment order')

export async function lockOrder(trx: Trx, id: string): Promise<Locked<StoredOrder>> {
  await ordersInTurn(trx)
  const row = await lockRow(trx.selectFrom('payment_order').selectAll().where('id', '=', id).$castTo<StoredOrder>())
  if (!row) throw new Refusal('not_found')
  return row
}

export const changeOrder = (trx: Trx, { id }: Locked<StoredOrder>, values: Updateable<PaymentOrder>) =>
  trx.updateTable('payment_order').set(values).where('id', '=', id).execute()

/**
 * Locks the payouts of an order, and refuses it when the file holds one that must not be paid at this moment: its account was
 * rejected, disabled or replaced, its profile was put on hold, or the bank has paid it by an order that was withdrawn. The order is
 * withdrawn then, and another one made.
 */
export async function requirePayable(trx: Trx, { id, count }: Locked<StoredOrder>): Promise<void> {
  await sql`select from payout where payment_order_id = ${id} order by merchant_id, id for update`.execute(trx)
  const { rows } = await sql<{ count: number; not_payable: string[] | null }>`
    select count(*)::int as count, array_agg(p.number order by p.number) filter (where not ${isPayable}) as not_payable
    from payout p where p.payment_order_id = ${id}`.execute(trx)
  const [found] = rows
  if (found?.count === count && !found.not_payable) return
  throw new Refusal('order_changed', { payouts: (found?.not_payable ?? []).slice(0, 20).join(', ') })
}

/** True for a payout `p` of which the bank has booked a debit that nobody has matched: it is paid, and must not be paid again. */
export const hasUnmatchedDebit = sql<boolean>`exists (select from bank_entry e
  where e.state = 'UNMATCHED' and e.end_to_end = p.number and e.amount = -p.amount)`

/** True for a payout `p` that may be paid at this moment. */
export const isPayable = sql`(p.status = 'APPROVED' and bank_account_usable(p.merchant_id, p.bank_account_id, engine_now())
  and exists (select from bank_account b where b.merchant_id = p.merchant_id and b.id = p.bank_account_id
    and b.currency_code = p.currency_code)
  and not ${hasUnmatchedDebit}
  and not exists (select from settlement s left join settlement_profile profile on ${isItsProfile}
    where s.merchant_id = p.merchant_id and s.id = p.id and (s.status = 'ON_HOLD' or profile.status = 'ON_HOLD'
      or profile.bank_account_id <> p.bank_account_id)))`
