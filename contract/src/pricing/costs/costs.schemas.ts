import { z } from 'zod'
import { priceLine } from '../scheme.schemas.ts'

const uuid = () => z.string().meta({ format: 'uuid' })

export const listCostsOfRevenueSchemeSchemas = {
  reply: z.object({
    costs: z
      .array(
        z.object({
          scheme: uuid(),
          scheme_name: z.string(),
          version: z.int(),
          currency_code: z.string().nullable(),
          merchants: z.int().meta({
            description: 'Of those with the revenue scheme. 0: nobody has it yet, and this cost is the default',
          }),
          lines: z.array(priceLine),
        }),
      )
      .meta({ description: 'That of most merchants first' }),
  }),
}
