import { z } from 'zod'
import type { Entity, Row } from './entity.ts'
import type { Field } from './field.ts'
import { isCurrencyCode } from './money.ts'
import { containsCardNumber } from './texts/card-number.ts'
import { isStorable } from './texts/storable-text.ts'
import { uuidPattern } from './uuid.ts'
import { isPortOfWeb } from './web-port.ts'

/** The zod schemas of values on the wire, one per kind of field. */

export const uuid = z
  .string()
  .regex(uuidPattern, 'invalid_id')
  .transform((value) => value.toLowerCase())
  .meta({ description: 'UUID' })

/**
 * The parameters of a check on a text's length. By default zod checks the length of any value that has a `length`, also of
 * an object whose length is no number, and fails on it.
 */
export const ofText = (error: string) => ({ error, when: isText })
const isText = ({ value }: { value: unknown }) => typeof value === 'string'

/** The same for a list. */
export const ofList = (error: string) => ({ error, when: isList })
const isList = ({ value }: { value: unknown }) => Array.isArray(value)

/** A list, or its values separated by commas (specification 001, section 3). */
export const orCommas = <Value extends string>(list: z.ZodType<Value[], Value[]>) =>
  z.union([
    list,
    z
      .string()
      .transform((text) => (text.trim() === '' ? [] : text.split(',').map((each) => each.trim())))
      // The list refuses values that it does not allow.
      .pipe(list as unknown as z.ZodType<Value[], string[]>),
  ])

/** Text that PostgreSQL can store. It is not trimmed. */
export const plainText = (max: number) =>
  z
    .string()
    // A text that is too long is not checked any further: the search for card numbers in it would take time.
    .max(max, { ...ofText('too_long'), abort: true })
    .refine(isStorable, 'invalid_text')

/** Any JSON that PostgreSQL can store. A text or name in it that cannot be stored is refused at its place. */
export const plainJson = z.unknown().superRefine((given, context) => {
  for (const path of notStorable(given)) context.addIssue({ code: 'custom', message: 'invalid_text', path })
})

function notStorable(given: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof given === 'string') return isStorable(given) ? [] : [path]
  if (Array.isArray(given)) return given.flatMap((each, at) => notStorable(each, [...path, at]))
  if (typeof given !== 'object' || given === null) return []
  return Object.entries(given).flatMap(([name, each]) =>
    isStorable(name) ? notStorable(each, [...path, name]) : [path],
  )
}

/** Free text beside a payment: card numbers are refused, here as in the database. */
const withoutCardNumber = (value: string) => !containsCardNumber(value)
export const freeText = (max: number) => plainText(max).refine(withoutCardNumber, 'contains_card_number')
export const reference = (max: number) =>
  lineOfText(max).min(1, ofText('required')).refine(withoutCardNumber, 'contains_card_number')

/** One line: plain text without control characters. */
export const lineOfText = (max: number) => plainText(max).refine((value) => !/\p{Cc}/u.test(value), 'invalid_text')

/** A text that is not blank, without the blanks around it. */
export const filled = (text: z.ZodType<string, string>) =>
  text.refine((value) => value.trim() !== '', 'required').transform((value) => value.trim())

export const filledLine = (max: number) => filled(lineOfText(max))

/** The name of a user. Web addresses are refused: mails greet users by their name, and mail programs make links of them. */
export const userName = filled(
  lineOfText(200)
    .min(1, ofText('required'))
    .refine((value) => !/:\/\/|www\.|\w\.\w{2,}\//i.test(value), 'contains_link'),
)

/** The number of a business for VAT, as the European Union writes it. */
export const vatNumber = lineOfText(30)
  .transform((text) => text.replaceAll(/[\s.-]/g, '').toUpperCase())
  .refine((text) => /^[A-Z]{2}[A-Z0-9]{2,13}$/.test(text), 'invalid_vat_number')

const network = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: 'invalid_network' })
  // A version 4 address in version 6 form: callers are compared by their plain addresses, so nobody would be within.
  .refine((value) => !/^(0*:)*:?ffff:/i.test(value), 'invalid_network')

/** Addresses and networks, of both versions of the internet protocol. */
export const networkList = z.array(network).max(50, ofList('too_many'))

/** The web address of a merchant's system. The database asks for `//` and lower case too; `new URL` takes `https:x`. */
export const webAddress = lineOfText(2000)
  .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), 'invalid_url')
  .refine((value) => !URL.canParse(value) || isPortOfWeb(new URL(value).port), 'port_not_of_web')

/** An address that browsers are sent to. Its host has a name. */
export const secureAddress = lineOfText(2000).refine(isSecure, 'must_be_https')

/** The address of a picture, without a user or password. */
export const pictureAddress = secureAddress.refine((value) => /^https:\/\/[^/@]+(\/|$)/.test(value), 'must_be_https')

function isSecure(value: string): boolean {
  return /^https:\/\//.test(value) && URL.canParse(value) && new URL(value).hostname.includes('.')
}

/** An integer in minor units. An integer larger than a JSON number holds exactly is refused, never rounded. */
export const minorUnits = z
  .int('must_be_an_integer')
  .min(0, 'must_not_be_negative')
  .max(Number.MAX_SAFE_INTEGER, 'too_large')
  .meta({ description: 'Integer in minor units of the currency (ISO 4217 exponent)' })

/** The last number of a version that the database can keep. */
export const latestVersion = 2_147_483_647

/** A sum of amounts (sums.ts); null: `too_large` has its digits. */
export const sum = (description: string) => z.int().nullable().meta({ description })

export const tooLarge = z.record(z.string(), z.string().regex(/^-?\d+$/)).meta({
  description: 'Digits of the sums here that are beyond 2^53−1, by name. Such a sum itself is null',
})

/** A day that exists in the calendar. */
export const calendarDate = z.iso.date('invalid_date')

export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'invalid_country')
export const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'invalid_currency')
/** A currency of ISO 4217 whose minor units are known. */
export const knownCurrency = currencyCode.refine((code): boolean => isCurrencyCode(code), 'invalid_currency')

/** The name of whoever did something, as merchants are told it. */
export const personName = z
  .string()
  .meta({ description: '`provider` for the staff of the provider, as merchants see it' })

function valueSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'id':
    case 'ref':
      return z.string().meta({ format: 'uuid' })
    case 'refs':
      return z.array(z.string().meta({ format: 'uuid' }))
    case 'text':
      return field.isPerson ? personName : z.string()
    case 'money':
      return z.int().meta({ description: `Minor units of ${field.currency ?? 'the currency'}` })
    case 'integer':
      return z.int()
    case 'decimal':
      return z.number()
    case 'boolean':
      return z.boolean()
    case 'timestamp':
      return z.string().meta({ format: 'date-time' })
    case 'date':
      return z.string().meta({ format: 'date' })
    case 'choice':
      return z.enum((field.choices ?? []) as [string, ...string[]])
    case 'choices':
      return z.array(z.enum((field.choices ?? []) as [string, ...string[]]))
    case 'texts':
      return z.array(z.string())
    case 'conditions':
      return z.array(z.object({ name: z.string(), operator: z.string(), value: z.unknown() }))
    case 'country':
    case 'currency':
    case 'gateway':
      return z.string()
  }
}

/** One row on the wire. A relation named by `_populate` is an object instead of an id. */
export function rowSchema<E extends Entity>(entity: E): RowSchema<E> {
  const shape = Object.entries(entity.fields).map(([name, field]) => {
    const value = valueSchema(field)
    const object = z.record(z.string(), z.unknown()).meta({ description: `${field.entity}, when populated` })
    const populated = !entity.populate.includes(name)
      ? value
      : z.union([value, field.kind === 'refs' ? z.array(object) : object])
    return [name, field.optional ? populated.nullable() : populated]
  })
  // The shape is built from the fields; the compiler cannot follow entries back to their names.
  return z.object(Object.fromEntries(shape)).meta({ id: entity.name }) as RowSchema<E>
}

type RowSchema<E extends Entity> = z.ZodObject<{ [K in keyof E['fields']]: z.ZodType<Row<E>[K]> }>
