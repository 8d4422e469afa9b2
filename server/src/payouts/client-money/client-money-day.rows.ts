import { clientMoneyDay } from '@kontor/contract/payouts/client-money/client-money-day.entity'
import { sql } from 'kysely'
import type { Source } from '../../platform/rows/list.ts'

export const clientMoneyDaySource: Source = {
  entity: clientMoneyDay,
  as: 'provider',
  rows: () => sql`
    select d.id, d.created_at, d.business_day, d.currency_code, case when d.surplus < 0 then 'SHORT' else 'COVERED' end as state,
      d.bank, d.receivable, d.payable, d.reserve, d.in_transit, d.surplus, d.owed_by_merchants, d.unexplained
    from client_money_day d`,
}
