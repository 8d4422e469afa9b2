import { z } from 'zod'
import { priceLine } from '../scheme.schemas.ts'
import { keptPrices } from './charged.rules.ts'

const sum = () => z.int().meta({ description: 'Minor units' })

export const listChargedOfCostSchemeSchemas = {
  reply: z.object({
    version: z.int().nullable().meta({ description: 'The number of the last version, whose lines these are' }),
    lines: z
      .array(
        z.object({
          number: z.int(),
          line: priceLine,
          count: z.int().meta({ description: 'The newest payments, refunds or chargebacks of the line in files' }),
          since: z.string().nullable().meta({ format: 'date', description: 'The day since which fees differ' }),
          amount: sum(),
          expected: sum(),
          charged: sum(),
          proposed: priceLine
            .nullable()
            .meta({ description: 'The line with what the processor charges; null: it keeps its price' }),
          by_proposal: sum()
            .nullable()
            .meta({ description: 'Minor units: what the proposed line expects of the same' }),
          kept: z.enum(keptPrices).nullable().meta({ description: 'Why it keeps its price' }),
        }),
      )
      .meta({ description: 'Every line of the version' }),
  }),
}
export type ChargedLine = z.infer<typeof listChargedOfCostSchemeSchemas.reply>['lines'][number]
