import { z } from 'zod'
import { mfaRequirements } from '../identity/mfa.ts'
import { passwordPolicy } from '../identity/password.rules.ts'
import { networkList, ofList } from '../wire.ts'
import { changeReason } from './configuration/change-reason.ts'
import { fewestSessionMinutes } from './merchant-security.rules.ts'

/** Holds from the next password on; passwords in use stay valid. */
const password_policy = passwordPolicy
/** Holds from the next sign-in on. */
const mfa_required = z.enum(mfaRequirements)

const allowed_ips = networkList.nullable().meta({
  description: 'The addresses and networks from which its users sign in and work. Null: from anywhere',
})
const session_minutes = z
  .int('must_be_an_integer')
  .min(fewestSessionMinutes, 'too_small')
  .max(1_440, 'too_large')
  .nullable()

/** Sign-in requirements on a merchant's users. */
export const merchantSecurity = z.strictObject({
  password_policy,
  mfa_required,
  allowed_ips,
  session_minutes: session_minutes.meta({
    description: 'After so many minutes without activity their sessions end. Null: as long as in the installation',
  }),
  longest_session_minutes: z.int().meta({ description: 'The minutes of the installation, which are the most' }),
})

export type MerchantSecurity = z.infer<typeof merchantSecurity>

/** Networks and minutes that are left out stay as they are. Both hold from the next request on. */
export const setMerchantSecuritySchemas = {
  body: z.strictObject({
    password_policy,
    mfa_required,
    allowed_ips: allowed_ips.optional(),
    session_minutes: session_minutes.optional(),
    reason: changeReason.optional(),
  }),
  reply: merchantSecurity,
}

export const merchantSecuritySchemas = { reply: merchantSecurity }

const from_outside = z.object({
  address: z.string(),
  users: z.int().meta({ description: 'How many users signed in from there' }),
  last_at: z.string(),
})

export const previewMerchantNetworksSchemas = {
  body: z.strictObject({ allowed_ips: networkList.min(1, ofList('required')) }),
  reply: z.object({
    own_address: z.string().meta({ description: 'The address from which this was asked' }),
    includes_own_address: z.boolean(),
    users_outside: z.int().meta({ description: 'How many users signed in from elsewhere in the last 28 days' }),
    outside: z.array(from_outside).meta({ description: 'From where: the last ten addresses' }),
  }),
}

export type NetworksPreview = z.infer<typeof previewMerchantNetworksSchemas.reply>
