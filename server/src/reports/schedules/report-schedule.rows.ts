import { reportSchedule } from '@kontor/contract/reports/report-schedule.entity'
import { sql } from 'kysely'
import { toldName } from '../../platform/changes/own-people.ts'
import { visibleTo } from '../../platform/db/actor.ts'
import type { Source } from '../../platform/rows/list.ts'
import { typesOf } from '../report.rows.ts'

/** As reports: whoever may not open a list sees no schedules of it. */
export const reportScheduleSource: Source = {
  entity: reportSchedule,
  // Its recipients are accounts, which no other role reads.
  as: 'provider',
  rows: (_db, actor) => sql`
    select s.id, s.created_at, s.name, s.type, s.filters, s.columns, s.format as file_format, s.time_zone, s.frequency, s.weekdays,
      s.month_day, s.at_time, s.period, s.recipients, s.webhook_url, s.active, s.paused_reason, s.next_due_at, s.last_due_at,
      (select case when r.failure is null then r.status else 'FAILED' end from report r
        where r.merchant_id = s.merchant_id and r.schedule_id = s.id and r.due_at = s.last_due_at) as last_run,
      ${toldName(actor, 's.created_by')} as owner, s.organisation_id as organisation, s.merchant_id as merchant
    from report_schedule s
    where ${visibleTo(actor, 's')} and s.type = any(${typesOf(actor)}::text[])`,
}
