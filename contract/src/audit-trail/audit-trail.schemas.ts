import { z } from 'zod'
import { contentStates } from './audit-trail.rules.ts'

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
      description: 'forgotten: older than thirty days, or it was never kept. not_shown: it is for the provider’s staff',
    }),
    request: z.object({ headers, body }),
    response: z.object({ headers, body }),
  })
  .meta({ id: 'audit_trail_content' })

export type AuditTrailContent = z.output<typeof content>

export const auditTrailContentSchemas = { reply: content }
