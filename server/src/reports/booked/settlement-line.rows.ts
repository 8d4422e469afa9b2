import { settlementLine } from '@kontor/contract/reports/booked/settlement-line.entity'
import { sql } from 'kysely'
import { visibleTo } from '../../platform/db/actor.ts'
import type { Source } from '../../platform/rows/list.ts'

export const settlementLineSource: Source = {
  entity: settlementLine,
  rows: (_db, actor) => sql`
    select md5(concat_ws(' ', s.id, l.kind))::uuid as id, s.number as settlement_number, s.id as settlement,
      lower(s.covers) as covers_from, upper(s.covers) - 1 as covers_through, k.name as kind, l.count, l.amount, s.currency_code,
      s.merchant_id as merchant
    from settlement s join settlement_line l on l.merchant_id = s.merchant_id and l.settlement_id = s.id join ledger_kind k using (kind)
    where ${visibleTo(actor, 's')}`,
}
