import { defaultPasswordPolicy } from '../../identity/password.rules.ts'

/**
 * What a new merchant gets, where that is not what the installation has (docs/adr/0237). Who it is has no default, and of
 * `keep_..._days` and `session_minutes` it has the installation's.
 */
export const merchantDefaults = {
  largest_payment: null,
  daily_volume: null,
  largest_refund: null,
  refund_days: null,
  partial_capture: true,
  capture_after_days: null,
  release_after_days: null,
  has_collecting: true,
  has_subscriptions: true,
  has_terminals: true,
  mail_name: null,
  mail_reply_to: null,
  mail_language: null,
} as const

/** The same of what its users need to sign in and to stay signed in. */
export const securityDefaults = {
  password_policy: defaultPasswordPolicy,
  mfa_required: 'none',
  allowed_ips: null,
} as const
