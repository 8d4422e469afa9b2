import { z } from 'zod'
import { weekdays } from '../../dates.ts'
import { calendarDate, lineOfText, ofList, ofText, reference, rowSchema } from '../../wire.ts'
import { settlementSchedule } from './settlement-schedule.entity.ts'
import { settlementFrequencies, settlementScheduleLimits, settlementShifts } from './settlement-schedule.rules.ts'

const reply = rowSchema(settlementSchedule)
const day = z.string().meta({ format: 'date' })

const body = z
  .strictObject({
    name: reference(settlementScheduleLimits.name),
    frequency: z.enum(settlementFrequencies),
    weekdays: z.array(z.enum(weekdays)).max(7, ofList('too_many')).default([]).meta({ description: '1 is Monday' }),
    month_day: z.int().min(1, 'too_small').max(31, 'too_large').nullable().default(null),
    shift: z
      .enum(settlementShifts)
      .default('NEXT')
      .meta({ description: 'Where a day is no banking day: the next one, or the one before' }),
    default: z
      .boolean()
      .default(false)
      .meta({ description: 'It settles every merchant whose profile names no schedule, instead of the one that did' }),
  })
  .refine(({ frequency, weekdays: days }) => frequency !== 'WEEKLY' || days.length > 0, {
    path: ['weekdays'],
    error: 'required',
  })
  .refine(({ frequency, month_day }) => frequency !== 'MONTHLY' || month_day !== null, {
    path: ['month_day'],
    error: 'required',
  })

export const createSettlementScheduleSchemas = { body, reply }
export const updateSettlementScheduleSchemas = { body, reply }
export const deleteSettlementScheduleSchemas = { body: z.strictObject({}) }

export const settlementScheduleDatesSchemas = {
  reply: z.object({
    time_zone: z.string().meta({ description: 'Days are of this zone' }),
    dates: z.array(
      z.object({
        day: day.meta({ description: 'At its start settlements close' }),
        covers_from: day,
        covers_through: day,
        skipped: z.string().nullable().meta({ description: 'Why it is skipped; null: it is not' }),
      }),
    ),
    next: day
      .nullable()
      .meta({ description: 'The first day that is not skipped, also behind these; null: it settles by hand' }),
  }),
}

export const skipSettlementScheduleSchemas = {
  body: z.strictObject({
    day: calendarDate.meta({ description: 'The next day of the schedule that is not skipped' }),
    reason: lineOfText(settlementScheduleLimits.reason).trim().min(1, ofText('required')),
  }),
  reply,
}

/** What a run has done. Whoever asks again gets nothing twice. */
export const settlementRunReply = z.object({
  settled_through: day.nullable().meta({ description: 'The last business day that is closed; null: none is' }),
  settlements: z.int().meta({ description: 'The settlements that this call closed' }),
  failed: z.int().meta({ description: 'Books that could not be settled; the next run tries them again' }),
  is_complete: z.boolean().meta({ description: 'False: there was no time for all; the engine goes on' }),
})

export const runSettlementScheduleSchemas = { body: z.strictObject({}), reply: settlementRunReply }
