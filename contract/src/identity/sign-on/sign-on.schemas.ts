import { z } from 'zod'
import { history } from '../../platform/history.ts'
import { roles } from '../../roles.ts'
import { filledLine, lineOfText, ofList, ofText, uuid, webAddress } from '../../wire.ts'
import { signInReply } from '../mfa.ts'
import { emailAddress, secretToken } from '../session.ts'
import { issuerProblems, mostDomains, mostGroups } from './sign-on.rules.ts'

const instant = z.string().meta({ format: 'date-time' })

export const signInWaysSchemas = {
  body: z.strictObject({ username: emailAddress }),
  reply: z.object({
    sign_on: z.boolean().meta({ description: 'The organisation of this mail domain has a sign-in of its own' }),
    password: z.boolean().meta({ description: 'False: people of this mail domain have no other way in' }),
  }),
}

export const beginSignOnSchemas = {
  body: z.strictObject({ username: emailAddress }),
  reply: z.object({ url: z.string().meta({ description: 'The page of the issuer, for this browser alone' }) }),
}

export const finishSignOnSchemas = {
  body: z.strictObject({
    house: uuid.meta({ description: 'The last part of the address of the page: the merchant, or the all-zero id' }),
    state: secretToken,
    code: lineOfText(4_000).min(1, ofText('required')).optional(),
    /** The issuer that says it answers (RFC 9207). */
    iss: lineOfText(500).optional(),
    error: lineOfText(200).optional(),
  }),
  reply: z.object({
    /** The address of the account, for the second factor. */
    username: z.string(),
    step: signInReply,
  }),
}

const mailDomain = z
  .string()
  .transform((text) => text.trim().toLowerCase().replace(/^@/, ''))
  .pipe(
    z
      .string()
      .max(253, ofText('too_long'))
      .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, 'invalid_domain'),
  )

const groupRoles = z.strictObject({
  group: filledLine(300),
  roles: z.array(z.enum(roles)).min(1, ofList('required')),
})

const settings = {
  active: z.boolean(),
  issuer: webAddress.max(500, ofText('too_long')).meta({
    description: 'Its address as it is in its discovery document. An address in a private network is refused',
  }),
  client_id: filledLine(300),
  domains: z
    .array(mailDomain)
    .max(mostDomains, ofList('too_many'))
    .meta({ description: 'Mail domains of the people who sign in there. A domain belongs to one organisation' }),
  password_allowed: z.boolean().meta({
    description: 'False: people of these domains sign in at the issuer alone. A PSP_SUPER keeps the password',
  }),
  factor_values: z
    .array(filledLine(100))
    .max(10, ofList('too_many'))
    .meta({ description: 'Values of amr or acr that stand for the second factor' }),
  groups_claim: filledLine(100).nullable().meta({
    description: 'The claim that names a person’s groups. With it roles come from the groups at each sign-in',
  }),
  groups: z.array(groupRoles).max(mostGroups, ofList('too_many')),
}

const signOn = z
  .object({
    ...settings,
    issuer: z.string(),
    domains: z.array(z.string()),
    groups: z.array(z.object({ group: z.string(), roles: z.array(z.string()) })),
    client_secret_changed_at: instant.nullable(),
    client_secret_changed_by: z.string().nullable(),
  })
  .meta({ id: 'sign_on' })
export type SignOn = z.output<typeof signOn>

const present = z.object({
  redirect_uri: z.string().meta({ description: 'The address to register at the issuer' }),
  logout_uri: z.string().meta({
    description:
      'The address at which the issuer says that somebody signed out there (OpenID Connect Back-Channel Logout)',
  }),
  sign_on: signOn.nullable(),
})

export const setSignOnSchemas = {
  body: z.strictObject({
    ...settings,
    client_secret: lineOfText(1_000).optional().meta({
      description: 'Absent: it stays, unless the issuer or the client is another one. No answer shows it',
    }),
  }),
  reply: present,
}
export const signOnSchemas = { reply: present }
export const historyOfSignOnSchemas = { reply: history }

export const trySignOnSchemas = {
  body: z.strictObject({ issuer: settings.issuer }),
  reply: z.object({
    problem: z.enum(issuerProblems).nullable(),
    refresh: z.boolean().meta({ description: 'The issuer can be asked later whether the person is still there' }),
    logout: z.boolean().meta({ description: 'The issuer says by itself that somebody signed out there' }),
  }),
}

const linkedIdentity = z
  .object({
    id: z.string().meta({ format: 'uuid' }),
    issuer: z.string(),
    email: z.string().meta({ description: 'The address that the issuer vouched for when it was linked' }),
    created_at: instant,
    last_used_at: instant,
  })
  .meta({ id: 'linked_identity' })

export const listLinkedIdentitiesSchemas = { reply: z.array(linkedIdentity) }
export const unlinkIdentitySchemas = { body: z.strictObject({ identity: uuid }) }
