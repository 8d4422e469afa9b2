import { z } from 'zod'

export const merchantCategoriesSchemas = {
  reply: z.array(z.object({ number: z.string(), title: z.string() })),
}
