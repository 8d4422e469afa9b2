import { defaultPasswordPolicy } from '../../identity/password.rules.ts'

/**
 * The values of a new merchant (docs/adr/0237). Its details have no default. Its days of keeping data and its minutes of sessions
 * are those of the installation.
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
