import { z } from 'zod'
import { largestPaymentEver } from '../../money.ts'
import { uuid } from '../../wire.ts'
import { sweepStatuses } from './client-money.rules.ts'

const minor = (description: string) => z.int().meta({ description: `Minor units. ${description}` })
const instant = z.string().meta({ format: 'date-time' })
const day = z.string().meta({ format: 'date' })

const sweep = z.object({
  id: z.string().meta({ format: 'uuid' }),
  created_at: instant,
  reference: z.string().meta({ description: 'What the transfer at the bank has to name' }),
  status: z.enum(sweepStatuses),
  from: z.string().meta({ description: 'The account of client money' }),
  from_name: z.string(),
  to: z.string(),
  to_name: z.string(),
  to_iban: z.string().meta({ description: 'Masked' }),
  currency_code: z.string(),
  amount: minor('What goes to the provider'),
  created_by: z.string(),
  created_by_me: z.boolean(),
  approved_by: z.string().nullable(),
  approved_at: instant.nullable(),
  booked_on: day.nullable(),
  cancelled_by: z.string().nullable(),
})
export type FeeSweep = z.infer<typeof sweep>

const account = z.object({
  id: z.string().meta({ format: 'uuid' }),
  name: z.string(),
  ledger: minor('By the books'),
  statement: minor('By the last statement').nullable(),
  closing_on: day.nullable().meta({ description: 'The day of that statement; null: there is none' }),
  unmatched: z.int().meta({ description: 'Entries of the bank that nobody has decided' }),
})

const money = z.object({
  currency_code: z.string(),
  bank: minor('What the books have on the accounts of client money'),
  receivable: minor('What processors owe'),
  payable: minor('What merchants are owed'),
  reserve: minor('What is held of theirs'),
  in_transit: minor('Ordered, and on no statement yet'),
  surplus: minor('Below zero: a shortfall'),
  owed_by_merchants: minor('What other merchants owe: it covers nothing'),
  unexplained: minor('What processors paid and nobody has explained'),
  under_way: minor('What is being swept'),
  sweepable: minor('What may be swept'),
  accounts: z.array(account),
  processors: z
    .array(
      z.object({ gateway: z.string().nullable(), amount: minor('What they owe; below zero: what they paid too much') }),
    )
    .meta({ description: 'Where the rest is, by gateway' }),
})
export type ClientMoneyNow = z.infer<typeof money>

export const getClientMoneySchemas = {
  reply: z.object({
    closed_through: day.nullable().meta({ description: 'The last closed day; null: the ledger is not open' }),
    currencies: z.array(money).meta({ description: 'As of now' }),
    sweeps: z.array(sweep).meta({ description: 'The newest 50' }),
    own_accounts: z.array(z.object({ id: z.string(), name: z.string(), currency_code: z.string() })),
  }),
}

export const createFeeSweepSchemas = {
  body: z.strictObject({
    from: uuid.meta({ description: 'An account of client money' }),
    to: uuid.meta({ description: 'An own account in the same currency' }),
    amount: z.int('must_be_an_integer').min(1, 'too_small').max(largestPaymentEver, 'too_large'),
  }),
  reply: sweep,
}
export const approveFeeSweepSchemas = { body: z.strictObject({}), reply: sweep }
export const cancelFeeSweepSchemas = { body: z.strictObject({}), reply: sweep }
