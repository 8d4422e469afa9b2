import type { ReadBody } from '@kontor/contract/endpoint'
import type { setMerchantSecurityEndpoint } from '@kontor/contract/organisations/merchant-security.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import { configure } from '../configuration/configure.ts'
import type { Installed } from '../configuration/merchant-configuration.ts'
import { longestMinutes } from './merchant-security.ts'

/** Sets the requirements together, because the user has seen all of them (docs/adr/0231). */
export async function setMerchantSecurity(
  trx: Trx,
  id: string,
  { password_policy, mfa_required, allowed_ips, session_minutes, reason }: ReadBody<typeof setMerchantSecurityEndpoint>,
  installed: Installed,
): Promise<void> {
  if ((session_minutes ?? 0) > longestMinutes(installed))
    throw new Refusal('invalid_request', { 'body.session_minutes': 'too_large' })
  const ofMerchant = {
    mfa_required,
    ...(allowed_ips === undefined ? {} : { allowed_ips: allowed_ips?.length ? allowed_ips : null }),
    ...(session_minutes === undefined ? {} : { session_minutes }),
  }
  await configure(trx, id, ofMerchant, reason)
  await trx
    .insertInto('password_policy')
    .values({ merchant_id: id, ...password_policy })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(password_policy))
    .execute()
}
