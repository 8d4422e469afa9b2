import { z } from 'zod'
import { currencyCode, uuid } from '../wire.ts'

export const currenciesInUseSchemas = {
  query: z.strictObject({
    merchant: uuid.optional().meta({ description: 'Only of this merchant' }),
    organisation: uuid.optional().meta({ description: 'Only of this organisation and those below it' }),
  }),
  reply: z.array(z.object({ currency_code: currencyCode, payment_profiles: z.int() })),
}
