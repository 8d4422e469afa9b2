import { z } from 'zod'

export const exportProgressSchemas = { reply: z.object({ rows: z.int() }) }
