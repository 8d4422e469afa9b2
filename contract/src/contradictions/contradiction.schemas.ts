import { z } from 'zod'
import { freeText, ofText, rowSchema } from '../wire.ts'
import { contradiction } from './contradiction.entity.ts'

const reply = rowSchema(contradiction)
const note = freeText(1000)

export const takeOverContradictionSchemas = { body: z.strictObject({ note: note.optional() }), reply }

export const payBackContradictionSchemas = { body: z.strictObject({ note: note.optional() }), reply }

export const attachContradictionSchemas = { body: z.strictObject({ note: note.optional() }), reply }

export const closeContradictionSchemas = {
  body: z.strictObject({
    note: note
      .refine((text) => text.trim() !== '', ofText('required'))
      .meta({ description: 'What there was to see, and where' }),
  }),
  reply,
}
