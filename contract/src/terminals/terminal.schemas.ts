import { z } from 'zod'
import { lineOfText, ofText, reference, rowSchema, uuid } from '../wire.ts'
import { terminal } from './terminal.entity.ts'

const name = lineOfText(100).min(1, ofText('required'))

const reply = rowSchema(terminal)

export const createTerminalSchemas = {
  body: z.strictObject({
    payment_profile: uuid.meta({ description: 'The payment profile of the shop where the terminal stands' }),
    name,
    terminal_id: reference(50).meta({ description: 'The id that is printed on the device' }),
    model: name,
    serial_number: reference(100),
    software_version: lineOfText(50).nullable().optional(),
  }),
  reply,
}

export const updateTerminalSchemas = {
  body: z.strictObject({ name: name.optional(), payment_profile: uuid.optional() }),
  reply,
}

export const activateTerminalSchemas = {
  body: z.strictObject({}),
  reply,
}

export const deactivateTerminalSchemas = {
  body: z.strictObject({}),
  reply,
}

export const deleteTerminalSchemas = {
  body: z.strictObject({}),
  reply: z.null(),
}

export const terminalEventKinds = ['created', 'renamed', 'assigned', 'activated', 'deactivated'] as const

export type TerminalEventKind = (typeof terminalEventKinds)[number]

/** Actions of people on a terminal, newest first. */
const terminalEvent = z.object({
  id: z.int(),
  at: z.string().meta({ format: 'date-time' }),
  kind: z.enum(terminalEventKinds),
  before: z.string().nullable(),
  after: z.string().nullable(),
  actor_kind: z.string(),
  actor_name: z.string().nullable(),
})

export type TerminalEvent = z.output<typeof terminalEvent>

/**
 * Requests of a terminal to the payments API with their answers, newest first. A refused request left no payment: it
 * can only be found here.
 */
const terminalRequest = z.object({
  id: z.int(),
  at: z.string().meta({ format: 'date-time' }),
  response_code: z.int().meta({ description: 'The HTTP status of the answer' }),
  code: z.string().nullable().meta({ description: 'The code of a refusal' }),
  details: z
    .record(z.string(), z.union([z.string(), z.array(z.string()), z.number()]))
    .nullable()
    .meta({ description: 'The problems of a refused request, by path' }),
  merchant_reference: z.string().nullable(),
  transaction: z.string().nullable(),
  actor_name: z.string().nullable().meta({ description: 'The API key or the user that sent the request' }),
  duration_ms: z.int(),
  request_id: z.string(),
})

export type TerminalRequest = z.output<typeof terminalRequest>

export const terminalEventsSchemas = { reply: z.array(terminalEvent) }
export const terminalRequestsSchemas = { reply: z.array(terminalRequest) }
