import { payout } from '@kontor/contract/reports/booked/payout.entity'
import { sql } from 'kysely'
import { visibleTo } from '../../platform/db/actor.ts'
import type { Source } from '../../platform/rows/list.ts'

/** Who approved a payout, and what was unusual about it, stays with the provider, whose table it is. */
export const payoutSource: Source = {
  entity: payout,
  as: 'provider',
  rows: (_db, actor) => sql`
    select p.id, p.number as settlement_number, p.status, p.amount, p.currency_code, p.pay_on, p.bank_account_id as bank_account,
      p.paid_on, p.bank_reference, p.returned_on, p.return_reason, p.merchant_id as merchant
    from settlement s join payout p on p.merchant_id = s.merchant_id and p.id = s.id
    where ${visibleTo(actor, 's')}`,
}
