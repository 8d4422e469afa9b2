import type { PayoutStatus } from '@kontor/contract/payouts/payout.rules'
import type { Selectable, Updateable } from 'kysely'
import type { Trx } from '../platform/db/database.ts'
import { type Locked, lockRow } from '../platform/db/locked.ts'
import type { Payout } from '../schema.ts'

// A CHECK constraint allows only the contract's values.
export type StoredPayout = Omit<Selectable<Payout>, 'status'> & { status: PayoutStatus }

interface Of {
  merchant_id: string
  id: string
}

/**
 * Locks the payout of a settlement. Whoever also locks an order or the settlement does that before, in this order, so that no two
 * commands wait for each other. Undefined: the settlement pays nothing.
 */
export const lockPayout = (trx: Trx, { merchant_id, id }: Of): Promise<Locked<StoredPayout> | undefined> =>
  lockRow(
    trx
      .selectFrom('payout')
      .selectAll()
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .$castTo<StoredPayout>(),
  )

export const changePayout = (trx: Trx, { merchant_id, id }: Locked<StoredPayout>, values: Updateable<Payout>) =>
  trx.updateTable('payout').set(values).where('merchant_id', '=', merchant_id).where('id', '=', id).execute()

/** The status of the settlement follows that of its payout. */
export const changeSettlementStatus = (trx: Trx, { merchant_id, id }: Of, status: 'CLOSED' | 'APPROVED') =>
  trx.updateTable('settlement').set({ status }).where('merchant_id', '=', merchant_id).where('id', '=', id).execute()
