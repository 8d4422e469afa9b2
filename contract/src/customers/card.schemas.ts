import { z } from 'zod'
import { rowSchema } from '../wire.ts'
import { card } from './card.entity.ts'

export const revokeCardSchemas = {
  body: z.strictObject({}),
  reply: rowSchema(card),
}
