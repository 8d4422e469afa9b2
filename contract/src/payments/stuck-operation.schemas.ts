import { z } from 'zod'
import { freeText, ofText, rowSchema } from '../wire.ts'
import { stuckOperation } from './stuck-operation.entity.ts'
import { seenOutcomes } from './stuck-operation.rules.ts'

export const cancelStuckOperationSchemas = {
  body: z.strictObject({}),
  reply: rowSchema(stuckOperation),
}

export const resolveStuckOperationSchemas = {
  body: z.strictObject({
    seen: z.enum(seenOutcomes).meta({ description: 'What the gateway says of the order under this reference' }),
    seen_where: freeText(500)
      .min(1, ofText('required'))
      .meta({ description: 'Where it says so: the page or the file' }),
    processor_id_external: freeText(100).min(1, ofText('required')).optional().meta({
      description: 'The gateway’s id of a payment that was done; without it nothing can be captured or refunded',
    }),
  }),
  reply: rowSchema(stuckOperation),
}
