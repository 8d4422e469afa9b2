import { z } from 'zod'
import { mfaRequirements } from '../identity/mfa.ts'
import { passwordPolicy } from '../identity/password.rules.ts'

/** Sign-in requirements on a merchant's users. */
export const merchantSecurity = z.strictObject({
  /** Holds from the next password on; passwords in use stay valid. */
  password_policy: passwordPolicy,
  /** Holds from the next sign-in on. */
  mfa_required: z.enum(mfaRequirements),
})

export type MerchantSecurity = z.infer<typeof merchantSecurity>

export const setMerchantSecuritySchemas = {
  body: merchantSecurity,
  reply: merchantSecurity,
}

export const merchantSecuritySchemas = { reply: merchantSecurity }
