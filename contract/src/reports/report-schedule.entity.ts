import { weekdays } from '../dates.ts'
import { defineEntity, type Row } from '../entity.ts'
import { choice, choices, flag, id, integer, optional, person, ref, refs, text, texts, timestamp } from '../field.ts'
import { exportFormats } from '../lists/list-defaults.ts'
import { entityRoles } from '../roles.ts'
import { reportTypes, runOutcomes } from './report.rules.ts'
import { pauseReasons, scheduleFrequencies, schedulePeriods } from './report-schedule.rules.ts'

/** A report that comes by itself. It is made with the roles that its owner has at that moment. */
export const reportSchedule = defineEntity({
  name: 'report_schedule',
  resource: 'reportschedule',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    type: choice(reportTypes),
    filters: text(),
    columns: texts(),
    file_format: choice(exportFormats),
    time_zone: text(),
    frequency: choice(scheduleFrequencies),
    weekdays: choices(weekdays),
    /** Of a monthly schedule; one after the last of a month is the last. */
    month_day: optional(integer()),
    /** `02:30`, on the clock of the zone. */
    at_time: text(),
    period: choice(schedulePeriods),
    recipients: refs('user'),
    /** It is told of each report. */
    webhook_url: optional(text()),
    active: flag(),
    paused_reason: optional(choice(pauseReasons)),
    next_due_at: optional(timestamp()),
    last_due_at: optional(timestamp()),
    /** The outcome of its last report. Null: there is no report, or it is kept no longer. */
    last_run: optional(choice(runOutcomes)),
    owner: person(),
    /** Null: all merchants, whose merchant is the all-zero id. */
    organisation: optional(ref('organisation')),
    merchant: ref('merchant'),
    merchant_name: optional(text()),
  },
  filters: { id: 'any', type: 'any', frequency: 'any', active: 'is', created_at: 'range', organisation: 'among' },
  search: { name: 'contains', id: 'is' },
  sort: ['created_at', 'name'],
  populate: ['organisation', 'recipients'],
  hasHistory: true,
  roles: entityRoles('REPORT_SCHEDULE'),
  export: ['id', 'created_at', 'name', 'type', 'frequency', 'period', 'active', 'next_due_at', 'last_due_at', 'owner'],
})

export type ReportSchedule = Row<typeof reportSchedule>
