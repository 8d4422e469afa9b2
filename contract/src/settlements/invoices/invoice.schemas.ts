import { z } from 'zod'
import { languages } from '../../codes/languages.ts'
import { priceLine } from '../../pricing/scheme.schemas.ts'
import { currencyCode, filledLine, freeText, ofText, rowSchema, uuid, vatNumber } from '../../wire.ts'
import { invoice } from './invoice.entity.ts'
import { creditReasonLength, invoiceKinds, invoiceLineKinds, vatTreatments } from './invoice.rules.ts'

const day = z.string().meta({ format: 'date' })
const amount = z.int().meta({ description: 'Minor units of the invoice’s currency' })

const place = z.object({
  street: z.string().nullable(),
  extra: z.string().nullable(),
  postal_code: z.string().nullable(),
  locality: z.string().nullable(),
  region: z.string().nullable(),
})

const party = z.object({
  name: z.string(),
  address: z.array(z.string()).meta({ description: 'Its lines, without the country' }),
  place: place.optional().meta({ description: 'The same in its parts. Absent on invoices of earlier versions' }),
  country_code: z.string(),
  chamber_of_commerce: z.string().nullable(),
  vat_number: z.string().nullable(),
})

const price = z.object({
  scheme: z.string(),
  version: z.int(),
  number: z.int().meta({ description: 'Of the line within the version' }),
  line: priceLine,
})

const line = z.object({
  kind: z.enum(invoiceLineKinds),
  price: price.nullable().meta({ description: 'Null: a one-off, or a fee without a line of a price' }),
  text_nl: z.string().nullable().meta({ description: 'Of a one-off' }),
  text_en: z.string().nullable(),
  count: z.int(),
  base: amount.nullable().meta({ description: 'The sum of what was charged for' }),
  amount: amount.meta({ description: 'Without VAT. Below zero: given back' }),
})

/** What an invoice says. Its text is kept as it was issued, and its sha256 with it. */
const document = z
  .object({
    number: z.string(),
    kind: z.enum(invoiceKinds),
    issued_on: day,
    covers_from: day,
    covers_through: day,
    currency_code: currencyCode,
    provider: party,
    merchant: party,
    lines: z.array(line),
    vat: z.array(z.object({ ppm: z.int(), treatment: z.enum(vatTreatments), base: amount, amount })),
    net: amount,
    vat_total: amount,
    total: amount,
    due: amount.meta({ description: 'What it asks for: what settlements do not take and nobody had paid' }),
    paid: amount
      .optional()
      .meta({ description: 'Paid or taken before, because an earlier invoice of the month asked for it' }),
    payment: z
      .object({ iban: z.string(), due_on: day })
      .nullable()
      .optional()
      .meta({ description: 'Where and by when that is to be paid. Null or absent: there is nothing to pay' }),
    settlements: z.array(z.string()).meta({ description: 'Those that had taken a part of it when it was issued' }),
    is_settled: z.boolean().meta({ description: 'They had taken all of it' }),
    credits: z
      .object({ number: z.string(), issued_on: day, reason: z.string() })
      .nullable()
      .meta({ description: 'The invoice that it takes back' }),
  })
  .meta({ id: 'invoice_document' })

export type InvoiceDocument = z.infer<typeof document>

export const invoiceDocumentSchemas = { reply: document }

const inLanguage = z.strictObject({
  merchant: uuid.optional(),
  organisation: uuid.optional(),
  language: z.enum(languages).optional().meta({ description: 'Of its words. By default that of the merchant' }),
})
export const exportInvoiceSchemas = { query: inLanguage }
export const exportInvoiceUblSchemas = { query: inLanguage }

const reason = freeText(creditReasonLength)
  .refine((text) => text.trim() !== '', ofText('required'))
  .meta({ description: 'Why; it stands on the credit note' })

export const creditInvoiceSchemas = { body: z.strictObject({ reason }), reply: rowSchema(invoice) }

export const mailInvoiceSchemas = { body: z.strictObject({}), reply: rowSchema(invoice) }

export const takeInvoiceSchemas = {
  body: z.strictObject({
    reason: freeText(creditReasonLength)
      .refine((text) => text.trim() !== '', ofText('required'))
      .meta({ description: 'Why; it stands beside the booking' }),
  }),
  reply: rowSchema(invoice),
}

const particulars = {
  legal_name: filledLine(200),
  address: filledLine(200),
  postal_code: filledLine(20),
  locality: filledLine(100),
  chamber_of_commerce: filledLine(30),
  vat_number: vatNumber,
}
const shown = z.object({
  ...Object.fromEntries(Object.keys(particulars).map((name) => [name, z.string().nullable()])),
  country_code: z.string(),
}) as unknown as z.ZodType<Record<keyof typeof particulars, string | null> & { country_code: string }>

export const invoiceParticularsSchemas = { reply: shown }
export const setInvoiceParticularsSchemas = { body: z.strictObject(particulars), reply: shown }
