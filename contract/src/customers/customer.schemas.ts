import { z } from 'zod'
import { countryCodes } from '../codes/countries.ts'
import { emailAddress } from '../identity/session.ts'
import { containsCardNumber } from '../texts/card-number.ts'
import { calendarDate, lineOfText, reference, rowSchema, uuid } from '../wire.ts'
import { customer } from './customer.entity.ts'
import { customerStatuses, genders } from './customer.rules.ts'

/** One line of text about a person; an empty line becomes null. */
const line = (max: number) =>
  lineOfText(max)
    .refine((value) => !containsCardNumber(value), 'contains_card_number')
    .transform((value) => value.trim() || null)
    .nullable()
    .optional()

/** A phone number as people write it, with or without the country's prefix. */
const phoneNumber = z
  .string()
  .regex(/^\+?[\d ()./-]{5,30}$/, 'invalid_phone_number')
  .refine((value) => value.replaceAll(/\D/g, '').length >= 6, 'invalid_phone_number')
  .nullable()
  .optional()

const socialSecurityNumber = z
  .string()
  .regex(/^[\dA-Za-z][\dA-Za-z ./-]{3,28}[\dA-Za-z]$/, 'invalid_social_security_number')
  .nullable()
  .optional()

/** A date of birth lies neither in the future nor before the oldest living people. */
const dateOfBirth = calendarDate
  .refine(
    (day) => day >= '1900-01-01' && day <= new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    'invalid_date',
  )
  .nullable()
  .optional()

const details = {
  reference: reference(100).nullable().optional().meta({ description: 'The merchant’s own number for the customer' }),
  title: line(50),
  initials: line(20),
  first_name: line(100),
  last_name: line(100),
  gender: z.enum(genders).nullable().optional(),
  date_of_birth: dateOfBirth,
  social_security_number: socialSecurityNumber,
  street_address: line(200),
  house_number: line(20),
  house_number_suffix: line(20),
  postal_code: line(20),
  city: line(100),
  region: line(100),
  country_code: z.enum(countryCodes, 'invalid_country').nullable().optional(),
  phone_number: phoneNumber,
  fax_number: phoneNumber,
  status: z.enum(customerStatuses).optional(),
  status_reason: line(500),
}

const reply = rowSchema(customer)

export const createCustomerSchemas = {
  body: z.strictObject({ email_address: emailAddress, organisation: uuid, ...details }),
  reply,
}

export const updateCustomerSchemas = {
  body: z.strictObject({ email_address: emailAddress.optional(), organisation: uuid.optional(), ...details }),
  reply,
}

export const deleteCustomerSchemas = {
  body: z.strictObject({}),
}

export const eraseCustomerSchemas = {
  body: z.strictObject({}),
  reply,
}
