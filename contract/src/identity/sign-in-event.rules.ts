/** Every event about signing in that is recorded, for the user and for the provider. */
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
  'factor_shown',
  'passkey_added',
  'passkey_removed',
  'device_remembered',
  'device_forgotten',
  'device_copied',
  'identity_linked',
  'identity_unlinked',
] as const
export type SignInEventKind = (typeof signInEventKinds)[number]

/** The method of a sign-in, or the factor that changed. */
export const signInMethods = [
  'password',
  'email',
  'google',
  'recovery_code',
  'passkey',
  'device',
  'link',
  'sign_on',
] as const
export type SignInMethod = (typeof signInMethods)[number]
