import type { MfaRequirement } from '@kontor/contract/identity/mfa'
import type { MerchantSecurity } from '@kontor/contract/organisations/merchant-security.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { policyOf } from '../../identity/sign-in/password-policy.ts'
import type { Reader } from '../../platform/db/database.ts'

export async function readMerchantSecurity(db: Reader, id: string): Promise<MerchantSecurity> {
  const row = await db.selectFrom('merchant').select('mfa_required').where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  // A CHECK of the table allows only these values.
  const mfa_required = row.mfa_required as MfaRequirement
  return { password_policy: await policyOf(db, id), mfa_required }
}
