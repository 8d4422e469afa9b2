import { z } from 'zod'
import { countryCodes } from '../codes/countries.ts'
import { emailAddress } from '../identity/session.ts'
import { filledLine, lineOfText, ofText, rowSchema, uuid } from '../wire.ts'
import { organisation } from './organisation.entity.ts'
import { organisationHolders } from './organisation.rules.ts'

const line = (max: number) => lineOfText(max).nullable().optional()

/** The postal address of an organisation, and how it is reached (001, sections 3 and 5). */
export const organisationAddress = {
  email: emailAddress.min(2, ofText('invalid_email')).nullable().optional(),
  phone: line(30),
  street: line(200),
  street_number: z
    .string()
    .regex(/^\d{1,10}$/, 'invalidNumber')
    .nullable()
    .optional()
    .meta({ description: 'Digits only; letters belong to `extended_address`' }),
  extended_address: line(200),
  postal_code: line(20),
  locality: line(100),
  region: line(100),
  tax_number: line(50),
}

export const organisationName = filledLine(200)

const values = { name: organisationName, country_code: z.enum(countryCodes, 'invalid_country'), ...organisationAddress }

const reply = rowSchema(organisation)

export const createOrganisationSchemas = {
  body: z.strictObject({ ...values, parent: uuid.meta({ description: 'The organisation above it' }) }),
  reply,
}

/** A field that is left out stays as it is. */
export const updateOrganisationSchemas = {
  body: z.strictObject({
    ...organisationAddress,
    name: values.name.optional(),
    country_code: values.country_code.optional(),
    parent: uuid.nullable().optional().meta({
      description: 'The organisation above it, null for the merchant itself. Without it, it stays where it is',
    }),
  }),
  reply,
}

export const deleteOrganisationSchemas = { body: z.strictObject({}), reply: z.null() }

const node = z.object({
  id: z.string(),
  name: z.string(),
  parent: z.string().nullable(),
})
export type OrganisationNode = z.infer<typeof node>

export const organisationTreeSchemas = {
  reply: z.object({
    nodes: z.array(node).meta({ description: 'Sorted by name' }),
    is_complete: z.boolean().meta({ description: 'False: there are more organisations than one answer holds' }),
  }),
}

const holder = z.object({
  holder: z.enum(organisationHolders),
  count: z.int().optional().meta({
    description: 'Of its own; counted up to 1,001. Absent when the caller may not list these rows',
  }),
})

export const organisationHoldersSchemas = { reply: z.array(holder) }

export const organisationMoveSchemas = {
  query: z.strictObject({
    parent: uuid.meta({ description: 'The organisation that would be above it' }),
    merchant: uuid.optional(),
    organisation: uuid.optional(),
  }),
  reply: z.object({
    organisations: z.int().meta({ description: 'The number of organisations that move: itself and all below it' }),
    users_who_lose: z.int().meta({ description: 'Users who no longer see them' }),
    api_keys_that_lose: z.int().meta({ description: 'Living API keys that no longer reach them' }),
    users_who_gain: z.int().meta({ description: 'Users who see them from then on' }),
  }),
}
