import type { ReadBody } from '@kontor/contract/endpoint'
import type { updateApiKeyEndpoint } from '@kontor/contract/organisations/api-keys.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { heldRoles, lackedRoles } from '@kontor/contract/roles'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { hasEnded, lockApiKey, refuseLackedRoles } from './api-keys.ts'

type Input = ReadBody<typeof updateApiKeyEndpoint>

/** Changes what is given. Roles that the key has already may stay, whoever changes it. */
export async function updateApiKey(
  trx: Trx,
  actor: Actor,
  id: string,
  { name, roles, allowed_ips }: Input,
  now: Date,
): Promise<void> {
  const key = await lockApiKey(trx, actor, id)
  if (hasEnded(key, now)) throw new Refusal('api_key_ended')
  if (roles) refuseLackedRoles(actor, lackedRoles(heldRoles(key.roles, 'merchant'), roles))
  const values = {
    ...(name === undefined ? {} : { name }),
    ...(roles === undefined ? {} : { roles: [...new Set(roles)] }),
    ...(allowed_ips === undefined ? {} : { allowed_ips: allowed_ips?.length ? allowed_ips : null }),
  }
  if (Object.keys(values).length === 0) return
  await trx.updateTable('api_key').set(values).where('merchant_id', '=', key.merchant_id).where('id', '=', id).execute()
}
