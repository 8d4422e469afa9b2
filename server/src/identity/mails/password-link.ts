import { writeRequirements } from '@kontor/contract/identity/password.rules'
import type { Reader } from '../../platform/db/database.ts'
import { policyOf } from '../sign-in/password-policy.ts'
import type { TokenPurpose } from '../sign-in/user-tokens.ts'

/** The address where a user of the merchant, or of the provider, sets a password with the secret. */
export async function passwordLink(
  db: Reader,
  publicUrl: string,
  merchant: string | null,
  secret: string,
  purpose: TokenPurpose,
): Promise<string> {
  const requirements = writeRequirements(await policyOf(db, merchant))
  const query = new URLSearchParams({ token: secret, new: String(purpose === 'set_password'), requirements })
  return `${publicUrl}/updatePassword?${query}`
}
