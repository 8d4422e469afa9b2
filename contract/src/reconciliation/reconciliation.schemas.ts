import { z } from 'zod'
import { parametersOfView } from '../lists/list-query.ts'
import { priceLine } from '../pricing/scheme.schemas.ts'
import { settlementLineKinds } from '../processors/processor-settlement.rules.ts'
import { settlementFile } from '../processors/processor-settlement.schemas.ts'
import { currencyCode, filled, freeText, knownCurrency, ofText, reference, sum, tooLarge, uuid } from '../wire.ts'
import { differenceAges, differenceStatuses, differenceTypes, resolutions } from './reconciliation.rules.ts'

const difference = z.object({
  id: z.string(),
  created_at: z.string(),
  type: z.enum(differenceTypes),
  status: z.enum(differenceStatuses),
  file: z.string().nullable().meta({ description: 'Null: it is in no file' }),
  file_name: z.string().nullable(),
  line: z.int().nullable(),
  line_kind: z.enum(settlementLineKinds),
  reference: z.string().nullable().meta({ description: 'As it stands in the line' }),
  transaction: z.string().nullable(),
  subject: z.string().nullable().meta({ description: 'The transaction, refund or chargeback' }),
  said: z.int().nullable().meta({
    description:
      'What the file says, in minor units of `currency_code`; negative: taken from what is paid out. Of COST: fees. Of UNKNOWN, TWICE and CURRENCY: after fees',
  }),
  currency_code: z.string(),
  expected: z.int().meta({ description: 'What the ledger says, in minor units of `expected_currency_code`' }),
  expected_currency_code: z.string(),
  booked_on: z.string(),
  needs_another: z.boolean().meta({ description: 'Two persons write it off' }),
  reason: z.string().nullable(),
  resolved_by: z.string().nullable(),
  proposed_by: z.string().nullable().meta({ description: 'Who wants to write it off' }),
  proposed_by_me: z.boolean(),
})
export type Difference = z.infer<typeof difference>

export const listDifferencesSchemas = {
  query: z.strictObject({
    _limit: z.coerce.number().int().min(1).max(1000).default(25),
    _skip: z.coerce.number().int().min(0).max(1_000_000).default(0),
    status: z.enum(differenceStatuses).optional(),
    type: z.enum(differenceTypes).optional(),
    file: uuid.optional(),
    age: z.enum(differenceAges).optional(),
    currency_code: knownCurrency
      .optional()
      .meta({ description: 'The currency that was expected, or the one that came' }),
    ...parametersOfView,
  }),
  reply: z.object({
    count: z.int(),
    differences: z.array(difference),
    open: z
      .array(z.object({ type: z.enum(differenceTypes), count: z.int() }))
      .meta({ description: 'Of all files, whatever the query asks' }),
    account: z.array(z.object({ currency_code: z.string(), balance: z.string().regex(/^-?\d+$/) })).meta({
      description:
        'Account 21 of the processors of this account: what is not explained yet. Minor units, as text. Positive: less than we booked',
    }),
  }),
}

export const differenceAgeingSchemas = {
  query: z.strictObject({ merchant: uuid.optional(), organisation: uuid.optional() }),
  reply: z.array(
    z.object({
      processor_settlement: z.string(),
      name: z.string(),
      currency_code: z.string(),
      ages: z
        .array(
          z.object({
            age: z.enum(differenceAges),
            count: z.int(),
            unexplained: sum('Minor units. Above zero: the processor pays more than we expect'),
            too_large: tooLarge.optional(),
          }),
        )
        .meta({ description: 'Ages without an open difference are left out' }),
    }),
  ),
}

const reason = filled(freeText(500))

export const resolveDifferenceSchemas = {
  body: z.strictObject({
    status: z.enum(resolutions),
    reason,
    subject: uuid
      .optional()
      .meta({ description: 'For LINKED: the transaction, refund or chargeback that the line is of' }),
  }),
  reply: difference,
}

export const approveWriteOffSchemas = { body: z.strictObject({}), reply: difference }

const charged = z.object({
  currency_code: z.string(),
  kind: z.enum(settlementLineKinds),
  scheme: z.string().nullable().meta({ description: 'The cost scheme; null: nothing was expected' }),
  scheme_name: z.string().nullable(),
  line: priceLine.nullable().meta({ description: 'The line of the scheme' }),
  count: z.int(),
  different: z.int().meta({ description: 'Lines of which the fees differ from what was expected' }),
  expected: z
    .string()
    .regex(/^-?\d+$/)
    .nullable()
    .meta({ description: 'Minor units, as text' }),
  charged: z.string().regex(/^-?\d+$/),
  since: z.string().nullable().meta({ description: 'The day since which they differ' }),
})
export type ChargedCost = z.infer<typeof charged>

export const listChargedCostsSchemas = { reply: z.array(charged) }

export const closeSettlementFileSchemas = {
  body: z.strictObject({
    bank_reference: reference(140),
    received: z
      .array(z.strictObject({ currency_code: currencyCode, amount: z.int('must_be_an_integer') }))
      .max(50, ofText('too_long'))
      .meta({ description: 'What the bank received, per currency: it has to be the net amount of the file' }),
  }),
  reply: settlementFile,
}
