import { importEntity } from '@kontor/contract/imports/import.entity'
import { sql } from 'kysely'
import { visibleTo } from '../platform/db/actor.ts'
import { providerId } from '../platform/db/ids.ts'
import type { Source } from '../platform/rows/list.ts'

export const importSource: Source = {
  entity: importEntity,
  as: 'provider',
  rows: (_db, actor) => sql`
    select import.id, import.created_at, import.type, import.file_name, import.status, import.rows_read,
      import.rows_new + import.rows_known as rows_ok, import.rows_known, import.rows_rejected, import.rows_reverted,
      import.created_by, import.started_at, import.finished_at, import.problem, import.task,
      coalesce(import.unfinished <> 'revert' and import.problem <> 'too_many_rejections', false) as can_go_on,
      case when import.task is not null and import.lines > 0
        then least(100, import.checkpoint::bigint * 100 / import.lines)::int end as progress,
      coalesce(import.file_deleted_at, case when import.sha256 is null then import.created_at end) as file_deleted_at,
      import.organisation_id as organisation, import.payment_profile_id as payment_profile,
      nullif(import.merchant_id, ${providerId}) as merchant
    from import
    where ${visibleTo(actor, 'import')}`,
}
