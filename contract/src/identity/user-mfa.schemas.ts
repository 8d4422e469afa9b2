import { z } from 'zod'
import { mfaRequirements } from './mfa.ts'

/** The second factor that one user needs, whatever the others of the house do. The stricter of both holds. */
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
