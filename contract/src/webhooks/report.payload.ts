import { z } from 'zod'
import { instant, type Payload, thing } from './payload.ts'
import { statusesToTell } from './webhook.rules.ts'

const data = z.object({
  id: thing,
  created_at: instant,
  status: z.enum(statusesToTell.report),
  failure: z.string().nullable().meta({ description: 'Why there is no file; null: it can be downloaded' }),
  name: z.string(),
  list: z.string().meta({ description: 'The entity whose list the report is of' }),
  count: z.int().meta({ description: 'Rows of the file' }),
  file_format: z.string(),
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  expires_at: instant.nullable(),
  schedule: thing.nullable(),
  due_at: instant.nullable().meta({ description: 'The instant at which the schedule was due' }),
  organisation: thing.nullable().meta({ description: 'Null: all merchants' }),
})

/** The file is not in it: a program downloads it with a key that has the roles. */
export const reportPayload = {
  type: 'report',
  version: 1,
  summary: 'A report of a schedule was made, or could not be made',
  data,
} as const satisfies Payload
