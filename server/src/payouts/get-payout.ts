import type { ReplyOf } from '@kontor/contract/endpoint'
import type { getPayoutEndpoint } from '@kontor/contract/payouts/payout.endpoints'
import type { PayoutRemark, PayoutStatus } from '@kontor/contract/payouts/payout.rules'
import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { payoutAccount } from './payout-account.ts'
import { payoutRemarksOf } from './payout-remarks.ts'

/** The payout of a settlement. Before it is approved: as it would be approved at this moment. */
export async function getPayout(trx: Trx, actor: Actor, id: string): Promise<ReplyOf<typeof getPayoutEndpoint>> {
  const settlement = await trx
    .selectFrom('settlement')
    .select(['merchant_id', 'id'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'settlement'))
    .executeTakeFirst()
  if (!settlement) throw new Refusal('not_found')
  const payout = await trx
    .selectFrom('payout')
    .select(['number', 'amount', 'currency_code', 'pay_on', 'status', 'approved_by', 'approved_at', 'remarks'])
    .select(['payment_order_id as payment_order', 'paid_on', 'bank_reference', 'returned_on', 'return_reason'])
    .where('merchant_id', '=', settlement.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!payout) return null
  const account = await payoutAccount(trx, settlement)
  const isOpen = payout.status === 'CREATED'
  return {
    ...payout,
    // A CHECK constraint allows only these words.
    status: payout.status as PayoutStatus,
    bank_account: account
      ? {
          ...{ id: account.id, holder: account.holder, iban: account.iban, bic: account.bic },
          ...{ status: account.status, usable_from: account.usable_from },
        }
      : null,
    // Only an approval writes them, from the contract's list.
    remarks:
      isOpen && account ? await payoutRemarksOf(trx, settlement, account.id) : (payout.remarks as PayoutRemark[]),
  }
}
