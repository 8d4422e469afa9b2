import { z } from 'zod'
import { amount, day, instant, type Payload, thing } from './payload.ts'
import { statusesToTell } from './webhook.rules.ts'

const sum = (said: string) => z.int().meta({ description: `${said}, in minor units. Below zero: the merchant owes it` })

const data = z.object({
  id: thing,
  created_at: instant,
  number: z.string(),
  status: z.enum(statusesToTell.settlement),
  currency_code: z.string(),
  covers_from: day,
  covers_through: day.meta({ description: 'The last day of which the amounts that became available are in it' }),
  opening: sum('The amount that the settlement before it carried'),
  total: sum('The amount that became available on these days'),
  paid: amount.meta({ description: 'The amount that is paid out, in minor units' }),
  payout_currency_code: z.string().meta({ description: 'The currency of the payout, which may be another one' }),
  payout_amount: amount.meta({
    description: 'The same amount in that currency, less the margin of the exchange, in minor units',
  }),
  carried: sum('The amount that becomes part of the next settlement'),
  pay_on: day.nullable().meta({ description: 'The banking day on which it is due; null: nothing is paid out' }),
  organisation: thing,
})

export const settlementPayload = {
  type: 'settlement',
  version: 1,
  summary: 'A settlement closed, or its payout was paid or came back',
  data,
} as const satisfies Payload
