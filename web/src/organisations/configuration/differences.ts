import { merchantKeptKinds } from '@kontor/contract/organisations/configuration/merchant-configuration.rules'
import type { MerchantConfiguration } from '@kontor/contract/organisations/configuration/merchant-configuration.schemas'
import { merchantDefaults, securityDefaults } from '@kontor/contract/organisations/configuration/merchant-defaults'
import type { MerchantSecurity } from '@kontor/contract/organisations/merchant-security.schemas'
import { modulesOf } from './modules-of.ts'

export const passwordCharacters = ['number', 'uppercase', 'lowercase', 'special'] as const

/** Days or minutes that hold: an installation may have shortened its own since. */
export const effective = (own: number | null, most: number): number => (own === null ? most : Math.min(own, most))

const alwaysShown = [
  ...(['largest_payment', 'daily_volume', 'largest_refund', 'refund_days'] as const),
  ...(['partial_capture', 'capture_after_days', 'release_after_days'] as const),
  ...(['mail_name', 'mail_reply_to', 'mail_language'] as const),
]

/** The values of a merchant's configuration that differ from those of a new merchant. */
export function differencesOf(configuration: MerchantConfiguration): ReadonlySet<string> {
  const shown = [...modulesOf(configuration).map((module) => `has_${module}` as const), ...alwaysShown]
  const kept = merchantKeptKinds.filter((kind) => {
    const most = configuration.installation_days[kind]
    return effective(configuration[`keep_${kind}_days`], most) !== most
  })
  return new Set([
    ...shown.filter((name) => configuration[name] !== merchantDefaults[name]),
    ...kept.map((kind) => `keep_${kind}_days`),
  ])
}

/** The same of what the merchant's users need to sign in and to stay signed in. */
export function securityDifferencesOf(security: MerchantSecurity): ReadonlySet<string> {
  const { password_policy, mfa_required, allowed_ips, session_minutes, longest_session_minutes } = security
  const usual = securityDefaults.password_policy
  const differs = {
    length: password_policy.length !== usual.length,
    characters: passwordCharacters.some((rule) => password_policy[rule] !== usual[rule]),
    mfa_required: mfa_required !== securityDefaults.mfa_required,
    allowed_ips: allowed_ips !== null,
    session_minutes: effective(session_minutes, longest_session_minutes) !== longest_session_minutes,
  }
  return new Set(Object.entries(differs).flatMap(([name, does]) => (does ? [name] : [])))
}
