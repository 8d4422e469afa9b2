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
      (select upper(t.covers) - 1 from settlement t where t.schedule_id = s.id order by t.created_at desc limit 1)
        as last_settled
    from settlement_schedule s`,
}
