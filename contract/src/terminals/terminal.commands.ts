import { z } from 'zod'
import { defineCommand } from '../command.ts'
import { anyOf } from '../roles.ts'
import { lineOfText, reference, rowSchema, uuid } from '../wire.ts'
import { terminal } from './terminal.entity.ts'

const name = lineOfText(100).min(1, 'required')
const reply = rowSchema(terminal)

/** Puts a device into a merchant's shop. Devices come from the provider. */
export const createTerminalCommand = defineCommand({
  name: 'create-terminal',
  method: 'POST',
  path: '/v1/terminal',
  summary: 'Add a terminal',
  roles: anyOf('PSP_ALL'),
  body: z.strictObject({
    payment_profile: uuid.meta({ description: 'The shop where it stands' }),
    name,
    terminal_id: reference(50).meta({ description: 'What is printed on the device' }),
    model: name,
    serial_number: reference(100),
    software_version: lineOfText(50).nullable().optional(),
  }),
  status: 201,
  reply,
  refusals: ['terminal_id_taken', 'idempotency_key_in_use', 'idempotency_key_reused'],
  changes: ['terminal'],
})

/** Renames a terminal, or assigns it to another shop of the merchant. */
export const updateTerminalCommand = defineCommand({
  name: 'update-terminal',
  method: 'POST',
  path: '/v1/terminal/:id',
  summary: 'Rename a terminal or assign it to another shop',
  roles: terminal.roles.update,
  body: z.strictObject({ name: name.optional(), payment_profile: uuid.optional() }),
  status: 200,
  reply,
  refusals: ['idempotency_key_in_use', 'idempotency_key_reused'],
  changes: ['terminal'],
})

/** It takes payments again. */
export const activateTerminalCommand = defineCommand({
  name: 'activate-terminal',
  method: 'POST',
  path: '/v1/terminal/:id/activate',
  summary: 'Activate a terminal',
  roles: terminal.roles.update,
  body: z.strictObject({}),
  status: 200,
  reply,
  refusals: [],
  changes: ['terminal'],
})

/** Payments that name it are refused from now on. */
export const deactivateTerminalCommand = defineCommand({
  name: 'deactivate-terminal',
  method: 'POST',
  path: '/v1/terminal/:id/deactivate',
  summary: 'Deactivate a terminal',
  roles: terminal.roles.update,
  body: z.strictObject({}),
  status: 200,
  reply,
  refusals: [],
  changes: ['terminal'],
})

/** Only one that never took a payment, such as one that was added by mistake; any other is deactivated. */
export const deleteTerminalCommand = defineCommand({
  name: 'delete-terminal',
  method: 'DELETE',
  path: '/v1/terminal/:id',
  summary: 'Delete a terminal that never took a payment',
  roles: anyOf('PSP_ALL'),
  body: z.strictObject({}),
  status: 204,
  reply: z.null(),
  refusals: ['terminal_in_use'],
  changes: ['terminal'],
})

export const terminalEventKinds = ['created', 'renamed', 'assigned', 'activated', 'deactivated'] as const
export type TerminalEventKind = (typeof terminalEventKinds)[number]

/** `GET /v1/terminal/:id/events`: what people did with a terminal, newest first. */
export const terminalEvent = z.object({
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
 * `GET /v1/terminal/:id/requests`: what a terminal asked of the payments API and was answered, newest first. One that was
 * refused left no payment behind: this is where it is found.
 */
export const terminalRequest = z.object({
  id: z.int(),
  at: z.string().meta({ format: 'date-time' }),
  response_code: z.int().meta({ description: 'Of HTTP' }),
  code: z.string().nullable().meta({ description: 'Of a refusal' }),
  details: z
    .record(z.string(), z.union([z.string(), z.array(z.string()), z.number()]))
    .nullable()
    .meta({ description: 'Of a refusal: what is wrong, by path' }),
  merchant_reference: z.string().nullable(),
  transaction: z.string().nullable(),
  actor_name: z.string().nullable().meta({ description: 'The API key, or the user, that asked' }),
  duration_ms: z.int(),
  request_id: z.string(),
})
export type TerminalRequest = z.output<typeof terminalRequest>
