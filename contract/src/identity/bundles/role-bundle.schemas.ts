import { z } from 'zod'
import { history } from '../../platform/history.ts'
import { roles } from '../../roles.ts'
import { filledLine, freeText, ofList } from '../../wire.ts'

const bundle = z
  .object({
    id: z.string().meta({ format: 'uuid' }),
    created_at: z.string().meta({ format: 'date-time' }),
    name: z.string(),
    description: z.string().nullable(),
    roles: z.array(z.string()),
  })
  .meta({ id: 'role_bundle' })

export type RoleBundle = z.output<typeof bundle>

const values = z.strictObject({
  name: filledLine(80).meta({ description: 'Unique within the merchant, without regard to case' }),
  description: freeText(300).nullable().optional(),
  roles: z
    .array(z.enum(roles))
    .min(1, ofList('required'))
    .meta({ description: 'Of a merchant’s bundle, a merchant’s roles' }),
})

export const listRoleBundlesSchemas = { reply: z.array(bundle) }
export const historyOfRoleBundleSchemas = { reply: history }
export const createRoleBundleSchemas = { body: values, reply: bundle }
/** A field that is left out stays as it is. */
export const updateRoleBundleSchemas = { body: values.partial(), reply: bundle }
export const deleteRoleBundleSchemas = { body: z.strictObject({}), reply: z.null() }
