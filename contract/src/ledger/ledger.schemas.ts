import { z } from 'zod'
import { parametersOfView } from '../lists/list-query.ts'
import { currencyCode, sum, tooLarge } from '../wire.ts'

const day = z.string().meta({ format: 'date' })
const closed_through = day
  .nullable()
  .meta({ description: 'The last business day that is closed; null: the ledger is not open yet' })
const amount = { amount: sum('Minor units'), too_large: tooLarge.optional() }

const balance = z.object({
  book: z.string().nullable().meta({ format: 'uuid', description: 'Null: of all books' }),
  bank_account: z.string().nullable().meta({ format: 'uuid', description: 'Null: the default book, or all books' }),
  currency_code: currencyCode,
  payable: sum('What is owed in all, in minor units. Negative: the merchant owes it'),
  payable_now: sum('The part that is available today'),
  later: z
    .array(z.object({ available_on: day, ...amount }))
    .meta({ description: 'What becomes available after today' }),
  reserve: sum('What is held, and still the merchant’s'),
  releases: z
    .array(z.object({ release_on: day, ...amount }))
    .meta({ description: 'What is held, by the day of its release' }),
  too_large: tooLarge.optional(),
})

export const ledgerBalanceSchemas = {
  query: z.strictObject(parametersOfView),
  reply: z.object({ closed_through, balances: z.array(balance) }),
}

export const pspLedgerBalanceSchemas = {
  query: z.strictObject({}),
  reply: z.object({
    closed_through,
    accounts: z.array(
      z.object({
        code: z.int(),
        name: z.string(),
        side: z.enum(['D', 'C']).meta({ description: 'D: it grows by debit' }),
        currency_code: currencyCode,
        balance: sum('Minor units, positive on the side by which it grows'),
        too_large: tooLarge.optional(),
      }),
    ),
    waiting: z.int().meta({ description: 'Events that are not booked yet' }),
    set_aside: z.int().meta({ description: 'Events that cannot be booked' }),
    unpriced: z
      .object({ count: z.int(), since: day.nullable() })
      .meta({ description: 'Payments of the last 90 business days that are booked without a price' }),
  }),
}
