import { z } from 'zod'
import { containsCardNumber } from '../card-number.ts'
import { defineCommand } from '../command.ts'
import { countryCodes } from '../countries.ts'
import { emailAddress } from '../identity/session.ts'
import { anyOf } from '../roles.ts'
import { calendarDate, lineOfText, reference, rowSchema, uuid } from '../wire.ts'
import { customer } from './customer.entity.ts'
import { customerStatuses, genders } from './customer.rules.ts'

/** One line about a person; an empty one is none. */
const line = (max: number) =>
  lineOfText(max)
    .refine((value) => !containsCardNumber(value), 'contains_card_number')
    .transform((value) => value.trim() || null)
    .nullable()
    .optional()

/** As people write them, with a country's prefix or without. */
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

/** Nobody was born tomorrow, or before the oldest people alive. */
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

export const createCustomerCommand = defineCommand({
  name: 'create-customer',
  method: 'POST',
  path: '/v1/customer',
  summary: 'Create a customer',
  roles: customer.roles.create,
  body: z.strictObject({ email_address: emailAddress, organisation: uuid, ...details }),
  status: 201,
  reply,
  refusals: ['reference_taken', 'idempotency_key_in_use', 'idempotency_key_reused'],
  changes: ['customer'],
})

/** What is not given stays as it is; null takes it away. */
export const updateCustomerCommand = defineCommand({
  name: 'update-customer',
  method: 'POST',
  path: '/v1/customer/:id',
  summary: 'Change a customer',
  roles: customer.roles.update,
  body: z.strictObject({ email_address: emailAddress.optional(), organisation: uuid.optional(), ...details }),
  status: 200,
  reply,
  refusals: ['customer_erased', 'reference_taken', 'idempotency_key_in_use', 'idempotency_key_reused'],
  changes: ['customer'],
})

/** Only where nothing refers to the customer: otherwise the personal data can be erased. */
export const deleteCustomerCommand = defineCommand({
  name: 'delete-customer',
  method: 'DELETE',
  path: '/v1/customer/:id',
  summary: 'Delete a customer to whom nothing refers',
  roles: customer.roles.delete,
  body: z.strictObject({}),
  status: 204,
  reply: z.void(),
  refusals: ['customer_in_use'],
  changes: ['customer'],
})

/** Forgets the person for good. Payments and refunds stay, with their amounts; stored cards are revoked. */
export const eraseCustomerCommand = defineCommand({
  name: 'erase-customer',
  method: 'POST',
  path: '/v1/customer/:id/erase',
  summary: 'Erase the personal data of a customer',
  roles: customer.roles.delete,
  body: z.strictObject({}),
  status: 200,
  reply,
  refusals: ['customer_erased'],
  changes: ['customer', 'card', 'transaction'],
})

/** Roles that read what rows mask. Each reading is on record. */
export const revealRoles = anyOf('USER_ALL', 'PSP_ALL', 'CUSTOMER_ALL')
