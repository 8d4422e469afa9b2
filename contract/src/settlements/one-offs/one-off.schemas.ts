import { z } from 'zod'
import { largestPaymentEver } from '../../money.ts'
import { calendarDate, currencyCode, filled, reference, rowSchema, uuid } from '../../wire.ts'
import { oneOff } from './one-off.entity.ts'
import { oneOffKinds, oneOffRepeats } from './one-off.rules.ts'

const description = (language: string) =>
  filled(reference(140)).meta({ description: `The words on the settlement, in ${language}` })

const fields = {
  date: calendarDate.meta({ description: 'The day on which it is booked. A day that is closed: the first open one' }),
  kind: z.enum(oneOffKinds),
  description_nl: description('Dutch'),
  description_en: description('English'),
  amount: z
    .int('must_be_an_integer')
    .min(-largestPaymentEver, 'too_large')
    .max(largestPaymentEver, 'too_large')
    .refine((amount) => amount !== 0, 'must_not_be_zero')
    .meta({ description: 'Integer in minor units, without VAT. Negative: taken from the merchant' }),
  vat: z.boolean().meta({ description: 'VAT is added' }),
  currency_code: currencyCode,
  transaction: uuid.nullable().optional(),
  repeat: z.enum(oneOffRepeats).default('NONE'),
  repeat_until: calendarDate.nullable().optional(),
}

const reply = rowSchema(oneOff)

export const createOneOffSchemas = {
  body: z.strictObject({
    ...fields,
    organisation: uuid.meta({ description: 'An organisation of the merchant. The merchant itself is one' }),
  }),
  reply,
}

export const updateOneOffSchemas = {
  body: z.strictObject({ ...fields, repeat: z.enum(oneOffRepeats) }).partial(),
  reply,
}

export const approveOneOffSchemas = {
  body: z.strictObject({
    version: z.int().min(1).meta({ description: 'The version that was read: after a change it is refused' }),
  }),
  reply,
}

/** What the statement of a settlement says of each. */
export const settlementOneOffsSchemas = {
  reply: z.array(
    z.object({
      id: z.string().meta({ format: 'uuid' }),
      booked_on: calendarDate,
      description_nl: z.string(),
      description_en: z.string(),
      amount: z.int().meta({ description: 'Minor units, without VAT. Negative: taken from the merchant' }),
      currency_code: z.string(),
    }),
  ),
}

export const cancelOneOffSchemas = { body: z.strictObject({}), reply }
