import { z } from 'zod'
import { callGaps, callTypes, contentStates } from './audit-trail.rules.ts'

const headers = z
  .array(z.tuple([z.string(), z.string()]))
  .meta({ description: 'Names and values. The values of most headers are masked' })

const body = z
  .string()
  .nullable()
  .meta({ description: 'Masked when it was recorded, and cut when it was long. Null: there was none' })

const content = z
  .object({
    state: z.enum(contentStates).meta({
      description:
        'forgotten: older than thirty days, or it was never kept. not_shown: it is for the provider’s staff. not_readable: a webhook about a settlement or report that the caller may not list',
    }),
    request: z.object({ headers, body }),
    response: z.object({ headers, body }),
  })
  .meta({ id: 'audit_trail_content' })

export type AuditTrailContent = z.output<typeof content>

const failures = z
  .array(
    z.object({
      route: z.string(),
      type: z.enum(callTypes),
      response_code: z.int().meta({ description: '0: there was no answer, or the caller did not wait for it' }),
      refusal: z.string().nullable(),
      gap: z.enum(callGaps).nullable().meta({ description: '`no_answer`: carried out, its answer is not kept' }),
      count: z.int(),
      before: z.int().meta({ description: 'The number in the 24 hours before' }),
      last_at: z.string().meta({ format: 'date-time' }),
    }),
  )
  .meta({ id: 'audit_trail_failures' })

export const auditTrailFailuresSchemas = { reply: failures }

export const auditTrailContentSchemas = { reply: content }
