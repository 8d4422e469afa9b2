import { z } from 'zod'

/** The category of trade of a merchant or of one of its payment profiles. */
export const merchantCategory = z
  .string()
  .regex(/^\d{4}$/, 'four_digits')
  .meta({ description: 'A merchant category code of `GET /v1/mcc`' })

export const merchantCategoriesSchemas = {
  reply: z.array(
    z.object({
      number: z.string(),
      title: z.string().meta({ description: 'In English, as the card schemes have it' }),
      title_nl: z.string().meta({ description: 'In Dutch' }),
    }),
  ),
}
