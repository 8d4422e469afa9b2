import { z } from 'zod'
import { merchantRoles, roles } from '../../roles.ts'
import { uuid } from '../../wire.ts'

const access = z
  .object({
    psp: z.boolean(),
    roles: z.array(z.string()),
    merchant: z.string().nullable(),
    organisation: z.string().nullable(),
    modules: z
      .array(z.string())
      .meta({ description: "The parts of the product: of a merchant's user, its merchant's" }),
    actions: z.array(z.string()).meta({ description: 'The names of the endpoints that change something' }),
    lists: z.array(
      z.object({
        entity: z.string(),
        count: z.int().nullable(),
        state: z
          .enum(['counted', 'hidden', 'slow'])
          .meta({ description: 'Without a count: hidden from the caller, or not counted in time' }),
      }),
    ),
  })
  .meta({ id: 'access' })

/** What somebody may do and see. */
export type AccessOf = z.output<typeof access>

const reply = z.object({
  draft: access,
  today: access.nullable().meta({ description: 'What the named user has now' }),
})

const user = uuid.optional().meta({ description: 'An existing user, whose access of today is given beside it' })

export const previewAccessSchemas = {
  body: z.strictObject({
    draft: z
      .strictObject({
        roles: z.array(z.enum(merchantRoles)),
        organisation: uuid.nullable().optional().meta({ description: 'The whole merchant when absent' }),
        merchant: uuid.optional().meta({ description: 'Needed by the provider when there is no organisation' }),
      })
      .optional()
      .meta({ description: 'The access of the user as it is when absent' }),
    user,
  }),
  reply,
}

export const previewProviderAccessSchemas = {
  body: z.strictObject({
    draft: z.strictObject({ roles: z.array(z.enum(roles)) }).optional(),
    user,
  }),
  reply,
}
