import { z } from 'zod'
import { weekdays } from '../dates.ts'
import { ofList, rowSchema, uuid, webAddress } from '../wire.ts'
import { reportDefinition } from './report.schemas.ts'
import { reportSchedule } from './report-schedule.entity.ts'
import { recipientProblems, scheduleFrequencies, scheduleLimits, schedulePeriods } from './report-schedule.rules.ts'

const reply = rowSchema(reportSchedule)

const body = z
  .strictObject({
    ...reportDefinition,
    frequency: z.enum(scheduleFrequencies),
    weekdays: z.array(z.enum(weekdays)).max(7, ofList('too_many')).default([]),
    month_day: z.int().min(1, 'too_small').max(31, 'too_large').nullable().default(null),
    at_time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'invalid_time'),
    period: z.enum(schedulePeriods),
    recipients: z
      .array(uuid)
      .max(scheduleLimits.recipients, ofList('too_many'))
      .default([])
      .meta({ description: 'Users of the merchant, who are mailed a link that asks for signing in' }),
    webhook_url: webAddress
      .nullable()
      .default(null)
      .meta({ description: 'It is told of each report, with a signature' }),
    active: z.boolean().default(true),
  })
  .refine(({ frequency, weekdays: days }) => frequency !== 'WEEKLY' || days.length > 0, {
    path: ['weekdays'],
    error: 'required',
  })
  .refine(({ frequency, month_day }) => frequency !== 'MONTHLY' || month_day !== null, {
    path: ['month_day'],
    error: 'required',
  })

export const createReportScheduleSchemas = { body, reply }
export const updateReportScheduleSchemas = { body, reply }
export const deleteReportScheduleSchemas = { body: z.strictObject({}) }
export const runReportScheduleSchemas = { body: z.strictObject({}), reply }

export const scheduleRecipientsSchemas = {
  reply: z.array(
    z.object({
      user: z.string(),
      problem: z.enum(recipientProblems).nullable().meta({
        description:
          'Why this recipient cannot open the report now, and is mailed nothing. Null: nothing is in the way',
      }),
    }),
  ),
}
