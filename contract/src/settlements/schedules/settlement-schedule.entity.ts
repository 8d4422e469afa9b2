import { weekdays } from '../../dates.ts'
import { defineEntity, type Row } from '../../entity.ts'
import { choice, choices, date, flag, id, integer, optional, text, timestamp } from '../../field.ts'
import { providerEntityRoles } from '../../roles.ts'
import { settlementFrequencies, settlementShifts } from './settlement-schedule.rules.ts'

/** When merchants are settled. A settlement closes on a day of its schedule and covers the days before it. */
export const settlementSchedule = defineEntity({
  name: 'settlement_schedule',
  resource: 'psp/settlementschedule',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    frequency: choice(settlementFrequencies),
    weekdays: choices(weekdays),
    /** Of a monthly schedule; one after the last of a month is the last. */
    month_day: optional(integer()),
    shift: choice(settlementShifts),
    /** Settles every merchant whose profile names no schedule; exactly one does. */
    default: flag(),
    /** The settlement profiles that name it. */
    profiles: integer(),
    /** The last day that it settled. */
    last_settled: optional(date()),
    /** The settlements that it closed through that day. */
    last_count: optional(integer()),
  },
  filters: { id: 'any', name: 'is', frequency: 'any', default: 'is', created_at: 'range' },
  search: { name: 'contains', id: 'is' },
  sort: ['created_at', 'name'],
  hasHistory: true,
  roles: providerEntityRoles('PSP_SETTLEMENT_SCHEDULE'),
  export: [
    'id',
    'created_at',
    'name',
    'frequency',
    'month_day',
    'shift',
    'default',
    'profiles',
    'last_settled',
    'last_count',
  ],
  module: 'collecting',
})

export type SettlementSchedule = Row<typeof settlementSchedule>
