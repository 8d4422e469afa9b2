import { settlementSchedule } from '@kontor/contract/settlements/schedules/settlement-schedule.entity'
import { sql } from 'kysely'
import type { Source } from '../../platform/rows/list.ts'

/** They are the provider's own, the same in the view of any merchant. */
export const settlementScheduleSource: Source = {
  entity: settlementSchedule,
  as: 'provider',
  rows: () => sql`
    select s.id, s.created_at, s.name, s.frequency, s.weekdays, s.month_day, s.shift, s."default",
      (select count(*) from settlement_profile p where p.schedule_id = s.id)::int as profiles,
      last.through as last_settled, case when last.through is not null then (
        -- An index has those of a schedule by their time, and a run takes no week.
        select count(*) from settlement t where t.schedule_id = s.id and t.created_at > last.created_at - interval '7 days'
          and upper(t.covers) - 1 = last.through)::int end as last_count
    from settlement_schedule s
      left join lateral (select upper(t.covers) - 1 as through, t.created_at from settlement t where t.schedule_id = s.id
        order by t.created_at desc limit 1) last on true`,
}
