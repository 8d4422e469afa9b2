import { settlementUpdate } from '@kontor/contract/payouts/updates/settlement-update.entity'
import { sql } from 'kysely'
import { visibleTo } from '../../platform/db/actor.ts'
import type { Source } from '../../platform/rows/list.ts'

export const settlementUpdateSource: Source = {
  entity: settlementUpdate,
  as: 'provider',
  rows: (_db, actor) => sql`
    select u.id, u.created_at, u.kind, u.status, u.last_status_update, u.settlement_id as settlement,
      s.number as settlement_number, u.from_status, coalesce(u.amount, s.payout_amount, s.paid) as amount,
      case when u.amount is null then coalesce(s.payout_currency_code, s.currency_code) else s.currency_code end as currency_code, u.reason,
      u.provider_bank_account_id as psp_bank_account, u.paid_on, u.bank_reference, u.created_by, u.created_by_id,
      u.approved_by, u.cancelled_by, u.cancellation_reason,
      u.organisation_id as organisation, u.merchant_id as merchant
    from settlement_update u join settlement s on s.merchant_id = u.merchant_id and s.id = u.settlement_id
    where ${visibleTo(actor, 'u')}`,
}
