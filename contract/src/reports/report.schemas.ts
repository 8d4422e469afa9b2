import { z } from 'zod'
import { timeZone } from '../identity/profile.schemas.ts'
import { exportFormats } from '../lists/list-defaults.ts'
import { filledLine, lineOfText, ofList, personName, rowSchema } from '../wire.ts'
import { report } from './report.entity.ts'
import { reportLimits, reportTypes } from './report.rules.ts'

const reply = rowSchema(report)

/** What a report, or each one of a schedule, is of. */
export const reportDefinition = {
  name: filledLine(80),
  type: z.enum(reportTypes).meta({ description: 'The entity whose list the report is of' }),
  filters: lineOfText(reportLimits.filters).default('').meta({
    description: 'Filters, search and order, as the query string of the list',
  }),
  columns: z
    .array(lineOfText(80))
    .min(1, ofList('required'))
    .max(reportLimits.columns, ofList('too_many'))
    .meta({ description: 'Fields of the entity, in the order of the file' }),
  file_format: z.enum(exportFormats),
  time_zone: timeZone.meta({ description: 'IANA name' }),
}

export const createReportSchemas = { body: z.strictObject(reportDefinition), reply }
export const cancelReportSchemas = { body: z.strictObject({}), reply }
export const deleteReportSchemas = { body: z.strictObject({}) }
export const downloadReportSchemas = {}

export const listReportDownloadsSchemas = {
  reply: z.array(
    z.object({
      at: z.string().meta({ format: 'date-time' }),
      by: personName,
      ip: z.string().nullable().meta({ description: 'Null for the provider’s staff when a merchant asks' }),
    }),
  ),
}
