import { z } from 'zod'
import { type Role, roles } from '../../roles.ts'
import { lineOfText, ofList, ofText, rowSchema, userName, uuid } from '../../wire.ts'
import { mfaRequirements } from '../mfa.rules.ts'
import { emailAddress, languages } from '../session.ts'
import { providerUser, user } from './user.entity.ts'
import { invitationOutcomes, mostInvited } from './user.rules.ts'

const nothing = z.strictObject({})
/** A merchant's user, or one of the provider's staff. */
const reply = z.union([rowSchema(user), rowSchema(providerUser)])

const grants = z
  .array(z.enum(roles as readonly [Role, ...Role[]]))
  .min(1, ofList('required'))
  .max(300, ofList('too_many'))
const place = uuid.meta({ description: 'The user sees this organisation and those below it' })
const mfa_required = z.enum(mfaRequirements)

export const inviteUsersSchemas = {
  body: z.strictObject({
    people: z
      .array(
        z.strictObject({
          email: emailAddress,
          name: userName.optional().meta({ description: 'Without it, the part of the address before the @' }),
        }),
      )
      .min(1, ofList('required'))
      .max(mostInvited, ofList('too_many')),
    organisation: place
      .nullable()
      .meta({ description: 'The user sees this organisation and those below it. Null: one of the provider’s staff' }),
    roles: grants,
    language: z.enum(languages),
    mfa_required: mfa_required.default('none'),
  }),
  reply: z.object({
    results: z.array(
      z.object({
        email: z.string(),
        result: z.enum(invitationOutcomes),
        user: z.string().nullable().meta({ description: 'The user, where the caller may see it' }),
      }),
    ),
  }),
}

/** A field that is left out stays as it is. */
export const updateUserSchemas = {
  body: z.strictObject({
    name: userName.optional(),
    language: z.enum(languages).optional(),
    organisation: place.optional(),
    roles: grants.optional(),
    mfa_required: mfa_required.optional(),
  }),
  reply,
}

export const resendInvitationSchemas = { body: nothing, reply }

export const createInvitationLinkSchemas = {
  body: nothing,
  reply: z.object({
    url: z.string().meta({ description: 'Only this answer shows it. It works once' }),
    expires_at: z.string(),
  }),
}

export const disableUserSchemas = { body: nothing, reply }
export const enableUserSchemas = { body: nothing, reply }
export const mailPasswordLinkSchemas = { body: nothing, reply }
export const resetMfaOfUserSchemas = {
  body: z.strictObject({
    reason: lineOfText(500)
      .trim()
      .min(1, ofText('required'))
      .meta({ description: 'How it was made sure that the user asked for it. It stays in the history of the user' }),
  }),
  reply,
}
export const endSessionsOfUserSchemas = { body: nothing, reply }
export const deleteUserSchemas = { body: nothing }
