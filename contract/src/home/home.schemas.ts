import { z } from 'zod'
import { uuid } from '../wire.ts'
import { attentionItems, firstSteps } from './attention.rules.ts'

const scope = z.strictObject({
  merchant: uuid.optional().meta({ description: 'Only of this merchant' }),
  organisation: uuid.optional().meta({ description: 'Only of this organisation and those below it' }),
})

const waiting = z
  .object({
    item: z.enum(attentionItems),
    count: z.int().min(0),
    /** There are more than were counted. */
    is_more: z.boolean(),
    first: z.string().nullable().meta({
      description:
        'The first deadline: the day until which a chargeback can be answered, the instant at which a link ends',
    }),
    query: z.record(z.string(), z.union([z.string(), z.array(z.string())])).meta({
      description: 'The filters of the list that shows exactly these rows, the most urgent first',
    }),
  })
  .meta({ id: 'attention' })
export type Waiting = z.output<typeof waiting>

export const attentionSchemas = { query: scope, reply: z.array(waiting) }

const step = z.object({ step: z.enum(firstSteps), done: z.boolean() }).meta({ id: 'first_step' })

export const firstStepsSchemas = {
  query: scope,
  reply: z.object({
    has_merchants: z.boolean().meta({ description: 'For the provider: whether there is a merchant' }),
    steps: z.array(step),
  }),
}
