import { z } from 'zod'
import { schemeTypes } from '../pricing/price.rules.ts'
import { mostAssigned } from '../pricing/scheme.rules.ts'
import { negativeClosings, profileLimits } from '../settlements/profiles/settlement-profile.rules.ts'
import { calendarDate, knownCurrency, minorUnits, ofList, plainText, reference, rowSchema, uuid } from '../wire.ts'
import { pricePackage } from './package.entity.ts'
import { termSources } from './package.rules.ts'

const reply = rowSchema(pricePackage)
const day = z.string().meta({ format: 'date' })
const id = z.string().meta({ format: 'uuid' })
const named = z.object({ id, name: z.string() })

/** Null: the package says nothing of it. */
const values = {
  description: plainText(1000).nullable(),
  settlement_schedule: uuid.nullable(),
  delay_days: z
    .int('must_be_an_integer')
    .min(0, 'too_small')
    .max(profileLimits.delay_days, 'too_large')
    .nullable()
    .meta({ description: 'Banking days until what was booked on a day may be paid out' }),
  minimum: minorUnits
    .max(profileLimits.minimum, 'too_large')
    .nullable()
    .meta({ description: 'Less is not paid out but carried, in minor units of the package’s currency' }),
  negative: z.enum(negativeClosings).nullable(),
}
const schemes = {
  revenue_scheme: uuid.nullable(),
  cost_scheme: uuid.nullable(),
  reserve_scheme: uuid.nullable(),
  partner_scheme: uuid.nullable(),
}
const validFrom = calendarDate.meta({ description: 'A business day that is not closed' })
const name = reference(100)

export const createPackageSchemas = {
  body: z.strictObject({
    name,
    currency_code: knownCurrency.meta({ description: 'Of the minimum' }),
    ...z.object(values).partial().shape,
    ...z.object(schemes).partial().shape,
  }),
  reply,
}

/** Absent fields stay as they are. They count for days that are not closed. */
export const updatePackageSchemas = {
  body: z.strictObject({ name: name.optional(), ...z.object(values).partial().shape, active: z.boolean().optional() }),
  reply,
}

export const deletePackageSchemas = { body: z.strictObject({}) }

/** Absent schemes stay as they are. */
export const changePackageSchemesSchemas = {
  body: z.strictObject({ ...z.object(schemes).partial().shape, valid_from: validFrom }),
  reply,
}

const merchants = z.array(uuid).min(1, ofList('required')).max(mostAssigned, ofList('too_many'))

export const assignPackageSchemas = { body: z.strictObject({ merchants, valid_from: validFrom }), reply }
export const leavePackageSchemas = { body: z.strictObject({ merchants, valid_from: validFrom }), reply }

const span = {
  valid_from: day,
  valid_until: day.nullable().meta({ description: 'The day on which the next one begins' }),
}

export const packageSchemesSchemas = {
  reply: z.object({
    first_day: day.meta({ description: 'The first business day that is not closed' }),
    schemes: z.array(z.object({ type: z.enum(schemeTypes), scheme: named.nullable(), ...span })),
  }),
}

export const packageMerchantsSchemas = {
  reply: z.object({
    first_day: day,
    merchants: z
      .array(z.object({ ...named.shape, ...span }))
      .meta({ description: 'Latest first, also those of before' }),
  }),
}

export const merchantTermsSchemas = {
  reply: z.object({
    day,
    package: named.nullable(),
    schemes: z.array(
      z.object({ type: z.enum(schemeTypes), scheme: named.nullable(), source: z.enum(termSources).nullable() }),
    ),
  }),
}
