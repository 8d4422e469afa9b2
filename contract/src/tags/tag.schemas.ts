import { z } from 'zod'
import { filled, freeText, reference, rowSchema, uuid } from '../wire.ts'
import { tag } from './tag.entity.ts'

const look = {
  text: filled(reference(40)).meta({ description: 'Unique within the organisation, without regard to case' }),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'invalid_color')
    .transform((color) => color.toLowerCase())
    .meta({ description: 'As #rrggbb' }),
  description: freeText(500).nullable().optional(),
}

const reply = rowSchema(tag)

export const createTagSchemas = {
  body: z.strictObject({
    ...look,
    organisation: uuid.optional().meta({ description: 'The merchant itself when absent' }),
  }),
  reply,
}

export const updateTagSchemas = { body: z.strictObject(look), reply }

export const mergeTagSchemas = {
  body: z.strictObject({ into: uuid.meta({ description: 'The tag that stays' }) }),
  reply,
}

export const deleteTagSchemas = { body: z.strictObject({}), reply: z.null() }

export const tagUsesSchemas = {
  reply: z.object({
    transactions: z.int().meta({ description: 'The number of payments of all time, in the whole merchant' }),
    rulesets: z
      .int()
      .meta({ description: 'The number of rulesets that put it on payments. It is not deleted while there are any' }),
  }),
}
