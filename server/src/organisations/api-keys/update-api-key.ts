import type { ReadBody } from '@kontor/contract/endpoint'
import type { updateApiKeyEndpoint } from '@kontor/contract/organisations/api-keys.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { heldRoles, lackedRoles } from '@kontor/contract/roles'
import { refuseLackedRoles } from '../../identity/access/refuse-lacked-roles.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { hasEnded, lockApiKey, refuseWiderNetworks } from './api-keys.ts'

type Input = ReadBody<typeof updateApiKeyEndpoint>

/** Changes what is given. Roles that the key has already may stay, whoever changes it; its networks may become fewer. */
export async function updateApiKey(
  trx: Trx,
  actor: Actor,
  id: string,
  { name, roles, allowed_ips }: Input,
  now: Date,
): Promise<void> {
  const key = await lockApiKey(trx, actor, id)
  if (hasEnded(key, now)) throw new Refusal('api_key_ended')
  const present = heldRoles(key.roles, 'merchant')
  if (roles) refuseLackedRoles(actor, lackedRoles(present, roles))
  const networks = allowed_ips?.length ? allowed_ips : null
  if (allowed_ips !== undefined)
    await refuseWiderNetworks(trx, actor, key, { roles: roles ?? present, allowed_ips: networks })
  const values = {
    ...(name === undefined ? {} : { name }),
    ...(roles === undefined ? {} : { roles: [...new Set(roles)] }),
    ...(allowed_ips === undefined ? {} : { allowed_ips: networks }),
  }
  if (Object.keys(values).length === 0) return
  await trx.updateTable('api_key').set(values).where('merchant_id', '=', key.merchant_id).where('id', '=', id).execute()
}
