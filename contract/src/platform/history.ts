import { z } from 'zod'

const value = z.unknown().meta({ description: 'As it is stored: a text, a number, true or false, a list, or null' })

const changedField = z.object({
  field: z.string(),
  before: value,
  after: value,
  is_secret: z.boolean().meta({ description: 'It was set or changed; its values are shown to nobody' }),
})

const change = z
  .object({
    version: z.int(),
    at: z.string().meta({ format: 'date-time' }),
    operation: z.enum(['created', 'updated', 'deleted']),
    part: z.string().nullable().meta({ description: 'The kind of a part of it that changed, such as a processor' }),
    part_id: z.string().nullable(),
    command: z.string().nullable().meta({ description: 'Null: not by a command of the API' }),
    ip: z.string().nullable().meta({ description: 'Hidden where the provider acted for the merchant' }),
    actor_kind: z.string(),
    actor_name: z.string().nullable(),
    acted_as_merchant: z.boolean().meta({ description: 'By staff of the provider, in the view of the merchant' }),
    restored_from: z.int().nullable().meta({ description: 'The version whose values it put back' }),
    fields: z.array(changedField),
  })
  .meta({ id: 'change' })
export type Change = z.infer<typeof change>

/** The changes of a row, and the present names of the rows that they refer to. */
export const history = z
  .object({
    changes: z.array(change),
    currency_code: z.string().nullable().meta({ description: 'The present currency of its amounts' }),
    names: z.record(z.string(), z.string()).meta({ description: 'By id' }),
  })
  .meta({ id: 'history' })
export type History = z.infer<typeof history>
