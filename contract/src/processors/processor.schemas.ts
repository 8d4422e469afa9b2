import { z } from 'zod'
import { paymentProducts } from '../payments/transaction.rules.ts'
import { filledLine, lineOfText, ofList, ofText, plainText, rowSchema, uuid } from '../wire.ts'
import { processor } from './processor.entity.ts'
import { credentialPlaces, credentialProblems, processorModes } from './processor.rules.ts'

const reply = rowSchema(processor)

export const namedConnection = {
  name: filledLine(200),
  organisation: uuid,
  description: filledLine(500),
  user: uuid.meta({ description: 'The person who looks after the account at the gateway' }),
}

/** Specification 001 sends a description beside each value. It is the gateway's own text, so it is read and not kept. */
const description = lineOfText(1_000)
  .nullable()
  .optional()
  .meta({ description: 'The text of the gateway about the value. It is not kept' })

/** The values of a credential, as in the gateway's documentation. They never come back. */
export const details = z
  .array(
    z.strictObject({
      name: lineOfText(100).min(1, ofText('required')),
      description,
      value: plainText(10_000).min(1, ofText('required')),
    }),
  )
  .min(1, ofList('required'))
  .max(50, ofList('too_many'))
  .meta({ description: 'The values of the credential, by the names of `GET /v1/gateway`. They never come back' })

/** Values that staff leave for later, in the view of a merchant, are empty (001, section 5). */
export const detailsToFill = z
  .array(z.strictObject({ name: lineOfText(100).min(1, ofText('required')), description, value: plainText(10_000) }))
  .min(1, ofList('required'))
  .max(50, ofList('too_many'))
  .meta({
    description:
      'The values of the credential, by the names of `GET /v1/gateway`. They never come back. In the view of a merchant a value may be empty: it is filled in later, that of a processor by the merchant, and nothing is active before',
  })

export const opening = {
  gateway: lineOfText(40).meta({ description: 'A name of `GET /v1/gateway`' }),
  mode: z.enum(processorModes),
}

/** The type of an entity, which the address says already. A body may repeat it, and no other type is taken. */
export const ofType = <T extends string>(type: T) => ({ type: z.literal(type, 'invalid_value').optional() })

export const createProcessorSchemas = {
  body: z.strictObject({
    ...ofType('processor'),
    ...namedConnection,
    ...opening,
    payment_product: z.enum(paymentProducts),
    details: detailsToFill,
    notification_url: lineOfText(500)
      .optional()
      .meta({ description: 'An address of `POST /v1/processor/address`, at which the gateway reports already' }),
  }),
  reply,
}

export const reserveNotificationAddressSchemas = {
  body: z.strictObject({}),
  reply: z.object({
    notification_url: z.string().meta({ description: 'Where the gateway is to report to. It holds a secret' }),
  }),
}

/** A field that is left out stays as it is. */
export const updateProcessorSchemas = {
  body: z.strictObject({
    name: namedConnection.name.optional(),
    organisation: namedConnection.organisation.optional(),
    description: namedConnection.description.optional(),
    user: namedConnection.user.optional(),
  }),
  reply,
}

export const activateProcessorSchemas = { body: z.strictObject({}), reply }
export const deactivateProcessorSchemas = { body: z.strictObject({}), reply }

const version = z.int().meta({ description: 'That of the setup of the processor: what was seen is what is changed' })

export const prepareProcessorCredentialSchemas = {
  body: z.strictObject({
    version,
    details: details.meta({
      description: 'The values that change. The others are those of the credential in use',
    }),
  }),
  reply,
}
export const switchProcessorCredentialSchemas = { body: z.strictObject({ version }), reply }
export const dropProcessorCredentialSchemas = { body: z.strictObject({ version }), reply: z.null() }

export const tested = z.object({
  account: z.string().nullable().meta({ description: "The gateway's name of the account; null: it did not open one" }),
  field: z.string().nullable().meta({ description: 'The name of the value that is wrong' }),
  problem: z.enum(credentialProblems).nullable(),
})
export type TestedCredential = z.infer<typeof tested>

export const testProcessorCredentialSchemas = {
  body: z.strictObject({
    ...opening,
    details,
    processor: uuid.optional().meta({ description: 'Values that are left out are those of its credential in use' }),
  }),
  reply: tested,
}

export const testProcessorSchemas = {
  body: z.strictObject({ place: z.enum(credentialPlaces) }),
  reply: tested,
}

/** What is known of a credential, without its values. */
export const credentialFacts = z.object({
  changed_at: z.string().nullable(),
  changed_by: z.string().nullable(),
  account: z.string().nullable(),
  tested_at: z.string().nullable(),
  test_problem: z.enum(credentialProblems).nullable(),
  test_field: z.string().nullable().meta({ description: 'The name of the value that is wrong' }),
})
export type CredentialFacts = z.infer<typeof credentialFacts>

const credential = credentialFacts.extend({
  place: z.enum(credentialPlaces),
  was_used: z.boolean().meta({ description: 'False: it is prepared and was never in use' }),
})
export type ProcessorCredential = z.infer<typeof credential>

const shop = z.object({
  id: z.string(),
  name: z.string(),
  is_only: z.boolean().meta({ description: 'No other active processor takes this payment product there' }),
})
export type ProcessorShop = z.infer<typeof shop>

export const person = z.object({ id: z.string(), name: z.string() })

const setup = z.object({
  user: person.nullable(),
  version: z.int().meta({ description: 'The number of the last change of a credential; a further change names it' }),
  credentials: z.array(credential).meta({ description: 'The one in use first. Never with values' }),
  notification_url: z.string().nullable().meta({
    description: 'Where the gateway reports to. Null for a caller who may not change the processor: it holds a secret',
  }),
  last_notification_at: z.string().nullable(),
  shops: z.array(shop).meta({ description: 'The payment profiles that use it' }),
})
export type ProcessorSetup = z.infer<typeof setup>

export const processorSetupSchemas = { reply: setup }

export const processorUsersSchemas = {
  query: z.strictObject({
    seen_by: uuid.meta({ description: 'The organisation that they see' }),
    merchant: uuid.optional(),
    organisation: uuid.optional(),
  }),
  reply: z.array(person).meta({ description: 'Users who see the organisation, by name' }),
}
