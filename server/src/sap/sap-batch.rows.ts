import { sapBatchName } from '@kontor/contract/sap/sap.rules'
import { sapBatch } from '@kontor/contract/sap/sap-batch.entity'
import { sql } from 'kysely'
import type { Source } from '../platform/rows/list.ts'
import { mappingOfSum } from './batch-lines.ts'

/** What stands before the digits of a number. */
const prefix = sapBatchName(0).replace(/\d+$/, '')

export const sapBatchSource: Source = {
  entity: sapBatch,
  as: 'provider',
  rows: () => sql`
    select b.id, b.created_at, ${prefix}::text || lpad(b.number::text, greatest(6, length(b.number::text)), '0') as number,
      lower(b.covers) as covers_from, upper(b.covers) - 1 as covers_through, b.status, b.last_status_update, b.transfers,
      case when b.status in ('CREATED', 'REJECTED') then (select count(*) from sap_batch_sum s ${mappingOfSum}
        where s.batch_id = b.id and m.id is null)::int else 0 end as unmapped,
      b.sendings, b.created_by, l.at as sent_at, l.by_name as sent_by, l.answered_at, l.answered_by, l.sap_reference,
      l.reason as rejection_reason
    from sap_batch b left join sap_sending l on l.batch_id = b.id and l.number = b.sendings`,
}
