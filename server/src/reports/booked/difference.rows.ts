import { difference } from '@kontor/contract/reports/booked/difference.entity'
import { sql } from 'kysely'
import { visibleTo } from '../../platform/db/actor.ts'
import type { Source } from '../../platform/rows/list.ts'
import { ageOfDifference, unexplainedOf } from '../../reconciliation/ageing.ts'

export const differenceSource: Source = {
  entity: difference,
  as: 'provider',
  rows: (_db, actor) => sql`
    select d.id, d.created_at, s.id as processor_settlement, s.name as processor_settlement_name, d.type, d.status,
      ${ageOfDifference} as age, d.booked_on, f.name as file_name, d.line, d.said, d.currency_code, d.expected,
      d.expected_currency_code, ${unexplainedOf} as unexplained, d.transaction_id as transaction, d.reason, d.resolved_by,
      d.merchant_id as merchant
    from processor_settlement s join reconciliation_difference d
        on d.merchant_id = s.merchant_id and d.processor_settlement_id = s.id
      left join processor_settlement_file f on f.merchant_id = d.merchant_id and f.id = d.file_id
    where ${visibleTo(actor, 's')}`,
}
