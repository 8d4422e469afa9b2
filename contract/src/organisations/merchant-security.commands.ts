import { z } from 'zod'
import { defineCommand } from '../command.ts'
import { mfaRequirements } from '../identity/mfa.ts'
import { passwordPolicy } from '../identity/password.rules.ts'
import { anyOf, either } from '../roles.ts'
import { merchant } from './merchant.entity.ts'

const roles = anyOf('PSP_ALL', 'PSP_MERCHANT_ALL', 'PSP_MERCHANT_UPDATE')

/** What a merchant's users need to sign in. */
export const merchantSecurity = z.strictObject({
  /** Holds from the next password on: those that are in use stay. */
  password_policy: passwordPolicy,
  /** Holds from the next sign-in on. */
  mfa_required: z.enum(mfaRequirements),
})
export type MerchantSecurity = z.infer<typeof merchantSecurity>

export const merchantSecurityPath = '/v1/psp/merchant/:id/security'
export const readMerchantSecurityRoles = either(merchant.roles.list, roles)

export const setMerchantSecurityCommand = defineCommand({
  name: 'set-merchant-security',
  method: 'POST',
  path: merchantSecurityPath,
  summary: "Set the password policy and the required second factor of a merchant's users",
  roles,
  body: merchantSecurity,
  status: 200,
  reply: merchantSecurity,
  refusals: [],
  changes: ['merchant'],
})
