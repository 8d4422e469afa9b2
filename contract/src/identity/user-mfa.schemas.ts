import { z } from 'zod'
import { mfaRequirements } from './mfa.ts'

/**
 * The second factor that this one user needs. The merchant or provider has its own requirement; the stricter one holds.
 */
const userMfa = z.strictObject({ mfa_required: z.enum(mfaRequirements) })

const reply = userMfa.extend({ id: z.string() })

export const requireMfaOfUserSchemas = {
  body: userMfa,
  reply,
}

export const requireMfaOfProviderUserSchemas = {
  body: userMfa,
  reply,
}
