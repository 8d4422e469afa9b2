import type { MfaRequirement } from '@kontor/contract/identity/mfa'
import type { MerchantSecurity } from '@kontor/contract/organisations/merchant-security.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { policyOf } from '../../identity/sign-in/password-policy.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { Installed } from '../configuration/merchant-configuration.ts'

/** The minutes of the installation: the most that a merchant can have. */
export const longestMinutes = ({ idle_ms }: Pick<Installed, 'idle_ms'>): number => Math.floor(idle_ms / 60_000)

export async function readMerchantSecurity(
  db: Reader,
  id: string,
  installed: Pick<Installed, 'idle_ms'>,
): Promise<MerchantSecurity> {
  const row = await db
    .selectFrom('merchant')
    .select(['mfa_required', 'session_minutes', 'allowed_ips'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return {
    password_policy: await policyOf(db, id),
    // A CHECK of the table allows only these values.
    mfa_required: row.mfa_required as MfaRequirement,
    allowed_ips: row.allowed_ips,
    session_minutes: row.session_minutes,
    longest_session_minutes: longestMinutes(installed),
  }
}
