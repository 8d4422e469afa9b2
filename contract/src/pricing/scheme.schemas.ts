import { z } from 'zod'
import {
  calendarDate,
  currencyCode,
  knownCurrency,
  latestVersion,
  lineOfText,
  ofList,
  plainText,
  reference,
  rowSchema,
  uuid,
} from '../wire.ts'
import { lineProblemCodes } from './line-problems.ts'
import {
  cardFundings,
  cardHolders,
  dimensionValues,
  type Line,
  largestPrice,
  longestText,
  mostHoldDays,
  mostLines,
  passedCostsOfLines,
  priceChannels,
  priceEvents,
  priceRegions,
  wholePpm,
} from './price.rules.ts'
import { revenueScheme } from './scheme.entity.ts'
import { mostAssigned, partnerShares, reserveBases, versionStatuses } from './scheme.rules.ts'

const name = reference(100)
const description = plainText(1000).nullable()

const amount = z
  .int('must_be_an_integer')
  .min(0, 'must_not_be_negative')
  .max(largestPrice, 'too_large')
  .meta({ description: 'Minor units of the currency of the line, or else of the scheme' })
const ppm = z
  .int('must_be_an_integer')
  .min(0, 'must_not_be_negative')
  .max(wholePpm, 'too_large')
  .meta({ description: 'Millionths: 1.4 % is 14000' })
const any = <T extends z.ZodType>(schema: T) => schema.nullable().default(null)
const part = (schema: typeof amount) => schema.default(0)

const gatewayName = lineOfText(40)

const dimensions = {
  gateway: any(gatewayName).meta({
    description:
      'Of a COST scheme: what payments cost at this gateway alone, a name of `GET /v1/gateway`. Its lines go before all others',
  }),
  product: any(z.enum(dimensionValues.product)),
  brand: any(z.enum(dimensionValues.brand)),
  holder: any(z.enum(cardHolders)),
  funding: any(z.enum(cardFundings)),
  region: any(z.enum(priceRegions)).meta({ description: 'Of the card’s issuer. A domestic EEA card is EEA' }),
  domestic: any(z.boolean()).meta({ description: 'The issuer’s country is the merchant’s' }),
  channel: any(z.enum(priceChannels)),
}

const line = z
  .strictObject({
    event: z.enum(priceEvents),
    ...dimensions,
    currency_code: any(knownCurrency),
    amount_from: any(amount),
    amount_until: any(amount).meta({ description: 'Payments of less than this' }),
    tier_from: any(amount).meta({
      description:
        'The line applies to merchants that captured at least this in the calendar month before. REVENUE schemes alone have tiers',
    }),
    tier_until: any(amount).meta({
      description: 'The line applies to merchants that captured less than this in the calendar month before',
    }),
    fixed: amount,
    ppm,
    minimum: any(amount),
    maximum: any(amount),
    passes_on: any(z.enum(passedCostsOfLines)).meta({
      description:
        'The merchant pays this part of what the payment cost, and the other amounts of the line as a markup. Lines of a REVENUE scheme for payments and refunds alone',
    }),
    text_nl: any(reference(longestText)).meta({
      description:
        'How merchants read the price, in Dutch. Lines of a REVENUE scheme alone; with `text_en` or not at all',
    }),
    text_en: any(reference(longestText)).meta({ description: 'The same in English' }),
    interchange_fixed: part(amount).meta({ description: 'Of a COST scheme: how much of `fixed` is interchange' }),
    interchange_ppm: part(ppm).meta({ description: 'Of a COST scheme: how much of `ppm` is interchange' }),
    scheme_fees_fixed: part(amount).meta({
      description: 'Of a COST scheme: how much of `fixed` are fees of the card’s brand',
    }),
    scheme_fees_ppm: part(ppm).meta({
      description: 'Of a COST scheme: how much of `ppm` are fees of the card’s brand',
    }),
  })
  .meta({ id: 'price_line', description: 'A price. Null in a condition: any value' })

const { gateway, text_nl, text_en } = line.shape
const later = { description: 'Absent on invoices of earlier versions' }

/** A line as it is kept, and as it explains a fee. */
export const priceLine = z
  .object({
    ...line.shape,
    gateway: gateway.optional().meta(later),
    text_nl: text_nl.optional().meta(later),
    text_en: text_en.optional().meta(later),
  })
  .meta({ id: 'price_line_shown' }) as unknown as z.ZodType<Line>

/** The same with its id. */
const shownLine = z
  .object({ ...line.shape, id: z.int().meta({ description: 'Of all lines of all versions' }) })
  .meta({ id: 'kept_price_line' }) as unknown as z.ZodType<Line & { id: number }>

/** A scheme of any type: their rows have the same fields. */
const scheme = z.object(rowSchema(revenueScheme).shape).meta({ id: 'scheme' })

export const createSchemeSchemas = {
  body: z.strictObject({
    name,
    description: description.optional(),
    currency_code: knownCurrency.nullable().optional().meta({
      description: 'Of its amounts; it prices no payment in another. Null: any, and each line with an amount names one',
    }),
    visible: z.boolean().optional(),
  }),
  reply: scheme,
}

/** Absent fields stay as they are. */
export const updateSchemeSchemas = {
  body: z.strictObject({
    name: name.optional(),
    description: description.optional(),
    active: z.boolean().optional().meta({ description: 'False: it cannot be assigned. Who has it keeps it' }),
    visible: z.boolean().optional().meta({ description: 'False: it is not among those to choose from' }),
  }),
  reply: scheme,
}

export const deleteSchemeSchemas = { body: z.strictObject({}), reply: z.null() }

const version = z.object({
  id: z.string().meta({ format: 'uuid' }),
  number: z.int(),
  status: z.enum(versionStatuses),
  revision: z.int().meta({ description: 'How often it was saved' }),
  created_at: z.string().meta({ format: 'date-time' }),
  created_by: z.string(),
  submitted_at: z.string().nullable().meta({ format: 'date-time' }),
  submitted_by: z.string().nullable(),
  activated_at: z.string().nullable().meta({ format: 'date-time' }),
  activated_by: z.string().nullable(),
  valid_from: z.string().nullable().meta({ format: 'date' }),
  valid_until: z.string().nullable().meta({ format: 'date', description: 'The day on which the next version begins' }),
  hold_ppm: z.int().nullable(),
  hold_days: z.int().nullable(),
  hold_cap: z.int().nullable().meta({ description: 'Minor units of the scheme: with this held, nothing more is' }),
  hold_base: z.enum(reserveBases).nullable(),
  share_of: z.enum(partnerShares).nullable(),
  is_own: z.boolean().meta({ description: 'The caller wrote it, and cannot activate it' }),
  lines: z.array(shownLine),
})

export const schemeVersionsSchemas = {
  reply: z.object({
    first_day: z.string().meta({ format: 'date', description: 'The first business day that is not closed' }),
    versions: z.array(version).meta({ description: 'Newest first' }),
  }),
}

const changed = { reply: scheme }
const nothing = z.strictObject({})
const revision = z
  .int()
  .min(1)
  .max(latestVersion)
  .meta({ description: 'The revision that was seen. If it is another by now, nothing changes' })

export const createSchemeVersionSchemas = { body: nothing, ...changed }

/** The lines replace those of the version; their order is their number. Absent terms stay as they are. */
export const saveSchemeVersionSchemas = {
  body: z.strictObject({
    revision,
    lines: z.array(line).max(mostLines, ofList('too_many')),
    hold_ppm: ppm.optional().meta({ description: 'Of a reserve: millionths of each payment that are held' }),
    hold_days: z
      .int('must_be_an_integer')
      .min(0, 'must_not_be_negative')
      .max(mostHoldDays, 'too_large')
      .optional()
      .meta({ description: 'Of a reserve: days until the release' }),
    hold_cap: amount.min(1, 'must_be_positive').nullable().optional().meta({
      description:
        'Of a reserve with a currency, in its minor units: with this held of a book, nothing more is held of its payments. Null: without an end. Payments of other currencies have none',
    }),
    hold_base: z
      .enum(reserveBases)
      .optional()
      .meta({ description: 'Of a reserve. NET: what was held of refunded money is given back with the refund' }),
    share_of: z.enum(partnerShares).optional().meta({ description: 'Of a partner: what the percentages are of' }),
  }),
  ...changed,
}

export const deleteSchemeVersionSchemas = { body: nothing, ...changed }
export const submitSchemeVersionSchemas = { body: z.strictObject({ revision }), ...changed }
export const withdrawSchemeVersionSchemas = { body: nothing, ...changed }

const validFrom = calendarDate.meta({ description: 'Its first business day, not before the first that is not closed' })

export const activateSchemeVersionSchemas = {
  body: z.strictObject({
    revision,
    valid_from: validFrom,
    below_cost: z
      .array(z.int().min(1).max(mostLines))
      .max(mostLines, ofList('too_many'))
      .optional()
      .meta({ description: 'The numbers of lines below their cost that the caller saw and wants' }),
    left_out: z
      .array(z.enum(priceEvents))
      .max(priceEvents.length, ofList('too_many'))
      .optional()
      .meta({ description: 'What the rehearsal left out, as the caller saw' }),
    month_owed: z.boolean().optional().meta({
      description: 'The caller saw that merchants have nothing in the currency of the month, and will owe it',
    }),
  }),
  ...changed,
}

const belowCost = z.object({
  line: z.int().meta({ description: 'The number of the line that is below its cost' }),
  scheme_name: z.string().meta({ description: 'The cost scheme' }),
  cost_line: z.int().meta({ description: 'The number of its line' }),
  merchants: z
    .int()
    .meta({ description: 'Merchants with that cost. 0: nobody has the scheme yet, and it is the default' }),
  payments: priceLine.meta({ description: 'The payments that are meant: what the two lines name' }),
  from: z.int().meta({ description: 'The smallest amount, in minor units' }),
  until: z.int().nullable().meta({ description: 'Amounts of less than this; null: all larger ones' }),
})
export type FoundBelowCost = z.infer<typeof belowCost>

const monthOwed = z.object({
  currency_code: currencyCode,
  merchants: z.int(),
  names: z.array(z.string()).meta({ description: 'The first twenty' }),
})
export type MonthOwed = z.infer<typeof monthOwed>

export const checkSchemeVersionSchemas = {
  query: z.strictObject({
    valid_from: validFrom
      .optional()
      .meta({ description: 'The day of the costs; absent: the first that is not closed' }),
  }),
  reply: z.object({
    problems: z.array(
      z.object({
        code: z.enum(lineProblemCodes),
        lines: z.array(z.int()).readonly(),
        event: z.enum(priceEvents),
        from: z.int().optional(),
        until: z.int().optional(),
        currency_code: z.string().nullable().optional(),
      }),
    ),
    below_cost: z.array(belowCost).meta({
      description:
        'Lines of a REVENUE scheme that are below what payments cost. Whoever activates the version says that they saw them',
    }),
    month_owed: monthOwed.nullable().meta({
      description:
        'Merchants with payments in other currencies than that of the month, or of its minimum, alone: it stays owed in their settlements. Whoever activates the version says that they saw it',
    }),
  }),
}

const asked = <T extends z.ZodType>(schema: T) => schema.optional()

export const trySchemeVersionSchemas = {
  query: z.strictObject({
    event: z.enum(priceEvents),
    amount: z.coerce
      .number('must_be_an_integer')
      .int('must_be_an_integer')
      .min(0, 'must_not_be_negative')
      .max(largestPrice, 'too_large')
      .meta({ description: 'Of a minimum or maximum of a month: the other fees of the month' }),
    base: asked(z.coerce.number('must_be_an_integer').int('must_be_an_integer').max(largestPrice, 'too_large')).meta({
      description:
        'Of a PARTNER scheme: what its share is of, where that is the fee or the margin of the payment. Absent: the amount',
    }),
    currency_code: knownCurrency,
    gateway: asked(gatewayName).meta({
      description: 'Where the payment is taken, for what it costs. Absent: lines that name one do not fit',
    }),
    product: asked(z.enum(dimensionValues.product)).meta({ description: 'Absent: lines that name one do not fit' }),
    brand: asked(z.enum(dimensionValues.brand)),
    holder: asked(z.enum(cardHolders)),
    funding: asked(z.enum(cardFundings)),
    region: asked(z.enum(priceRegions)),
    domestic: asked(z.enum(['true', 'false']).transform((value) => value === 'true')),
    channel: asked(z.enum(priceChannels)),
    volume: asked(
      z.coerce
        .number('must_be_an_integer')
        .int('must_be_an_integer')
        .min(0, 'must_not_be_negative')
        .max(Number.MAX_SAFE_INTEGER, 'too_large'),
    ).meta({ description: 'What the merchant captured in the month before; absent: lines with tiers do not fit' }),
  }),
  reply: z.object({
    line: z.int().nullable().meta({ description: 'The number of the winning line; null: none fits' }),
    beaten: z.array(z.int()).meta({ description: 'The other lines that fit, the weightiest first' }),
    fee: z.int().nullable().meta({ description: 'With what it passes on. Minor units of the currency' }),
    passed: z
      .object({
        interchange: z.int(),
        scheme_fees: z.int(),
        cost_scheme: z.string().nullable().meta({ description: 'Whose parts are passed on; null: no cost is known' }),
      })
      .nullable()
      .meta({ description: 'Of a line that passes costs on: what they are expected to be' }),
  }),
}

export const schemeMerchantsSchemas = {
  reply: z.object({
    merchants: z.array(
      z.object({
        id: z.string().meta({ format: 'uuid' }),
        name: z.string(),
        valid_from: z.string().meta({ format: 'date' }),
        valid_until: z.string().nullable().meta({ format: 'date' }),
      }),
    ),
    packages: z
      .array(
        z.object({
          id: z.string().meta({ format: 'uuid' }),
          name: z.string(),
          valid_from: z.string().meta({ format: 'date' }),
          valid_until: z.string().nullable().meta({ format: 'date' }),
        }),
      )
      .meta({ description: 'Packages with it, today or later: of their merchants without an assignment' }),
    default_from: z
      .string()
      .nullable()
      .meta({ format: 'date', description: 'Since when, or from when on, it is the default' }),
  }),
}

const ofMerchants = z.strictObject({
  merchants: z.array(uuid).min(1, ofList('required')).max(mostAssigned, ofList('too_many')),
  valid_from: validFrom,
})

export const assignSchemeSchemas = { body: ofMerchants, ...changed }

/** They follow their package or the default from that day on. */
export const unassignSchemeSchemas = { body: ofMerchants, ...changed }

export const setDefaultSchemeSchemas = { body: z.strictObject({ valid_from: validFrom }), ...changed }
