import type { PayoutStatus } from '@kontor/contract/payouts/payout.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { SettlementStatus } from '@kontor/contract/settlements/settlement.rules'
import { isUuid } from '@kontor/contract/uuid'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Reader } from '../../platform/db/database.ts'
import { uncovered } from '../../settlements/debt.ts'

/** A settlement with its payout, as an update of it needs both. */
export interface UpdatableSettlement {
  merchant_id: string
  id: string
  number: string
  organisation_id: string
  merchant_name: string
  status: SettlementStatus
  book_id: string
  currency_code: string
  /** Of the payout, which may be in another currency; 0: it pays nothing. Minor units. */
  amount: string
  payout_currency_code: string
  /** What can be given up. */
  debt: string
  payout_status: PayoutStatus | null
  payment_order_id: string | null
  /** The account of the provider that the order debits. */
  order_account: string | null
}

/** Finds a settlement by its number or its id. */
export async function updatableSettlement(db: Reader, actor: Actor, name: string): Promise<UpdatableSettlement> {
  const { rows } = await sql<UpdatableSettlement>`
    select s.merchant_id, s.id, s.number, s.organisation_id, m.name as merchant_name, s.status, s.book_id, s.currency_code,
      coalesce(p.amount, s.paid)::text as amount, coalesce(p.currency_code, s.currency_code) as payout_currency_code, ${uncovered}::text as debt, p.status as payout_status, p.payment_order_id, o.provider_bank_account_id as order_account
    from settlement s join merchant m on m.id = s.merchant_id left join payout p on p.merchant_id = s.merchant_id and p.id = s.id
      left join payment_order o on o.id = p.payment_order_id
    where ${isUuid(name) ? sql`s.id = ${name}` : sql`s.number = upper(${name})`} and ${visibleTo(actor, 's')}`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw new Refusal('not_found')
  return found
}

/** What the contract's rules ask of it. */
export const inRules = ({ status, payout_status, payment_order_id, debt }: UpdatableSettlement) => ({
  ...{ status, payout: payout_status, is_in_order: payment_order_id !== null, is_in_debt: BigInt(debt) > 0n },
})
