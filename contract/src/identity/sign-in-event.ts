import { z } from 'zod'

/** Everything about signing in that is put on record, for the user and for the provider. */
export const signInEventKinds = [
  'signed_in',
  'signed_out',
  'session_ended',
  'password_wrong',
  'code_wrong',
  'passkey_wrong',
  'refused',
  'locked',
  'unlocked',
  'password_reset_asked',
  'password_set',
  'email_change_asked',
  'email_changed',
  'mfa_enabled',
  'mfa_disabled',
  'recovery_code_used',
  'recovery_codes_renewed',
  'passkey_added',
  'passkey_removed',
  'device_remembered',
  'device_forgotten',
  'device_copied',
] as const
export type SignInEventKind = (typeof signInEventKinds)[number]

/** By what: how somebody signed in, or which factor changed. */
export const signInMethods = ['password', 'email', 'google', 'recovery_code', 'passkey', 'device', 'link'] as const
export type SignInMethod = (typeof signInMethods)[number]

export const signInEventSchema = z.object({
  id: z.string(),
  created_at: z.string(),
  kind: z.enum(signInEventKinds),
  method: z.enum(signInMethods).nullable(),
  ip: z.string().nullable(),
  browser: z.string().nullable(),
  platform: z.string().nullable(),
})

/** The same for the provider: of everybody. User and merchant are null for an address that nobody has. */
export const signInEventOfAnyone = signInEventSchema.extend({
  user: z.string().nullable(),
  user_name: z.string().nullable(),
  user_email: z.string().nullable(),
  merchant: z.string().nullable(),
})

/** A page of events, newest first. `before` is the id of the last event of the page before. */
export const signInEventQuery = z.strictObject({
  _limit: z.coerce.number().int().min(1).max(200).default(25),
  before: z.uuid('invalid_id').optional(),
})
export const signInEventQueryOfAnyone = signInEventQuery.extend({
  user: z.uuid('invalid_id').optional(),
  merchant: z.uuid('invalid_id').optional(),
  kind: z.enum(signInEventKinds).optional(),
})
