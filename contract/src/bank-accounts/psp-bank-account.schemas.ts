import { z } from 'zod'
import { reference, rowSchema } from '../wire.ts'
import { providerAccountKinds } from './bank-account.rules.ts'
import { accountFields } from './bank-account.schemas.ts'
import { pspBankAccount } from './psp-bank-account.entity.ts'

const reply = rowSchema(pspBankAccount)

const name = reference(100)
  .transform((text) => text.trim())
  .refine((text) => text !== '', 'required')

const isDefault = z
  .boolean()
  .meta({ description: 'The one of its kind and currency that is used unless another is chosen' })

export const createPspBankAccountSchemas = {
  body: z.strictObject({
    name,
    ...accountFields,
    kind: z.enum(providerAccountKinds),
    default: isDefault.optional(),
  }),
  reply,
}

/** A field that is left out stays as it is. Another IBAN is another account. */
export const updatePspBankAccountSchemas = {
  body: z.strictObject({
    name: name.optional(),
    bic: accountFields.bic,
    default: isDefault.optional(),
  }),
  reply,
}

export const deletePspBankAccountSchemas = { body: z.strictObject({}), reply: z.null() }
