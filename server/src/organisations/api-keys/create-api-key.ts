import type { ReadBody } from '@kontor/contract/endpoint'
import type { createApiKeyEndpoint } from '@kontor/contract/organisations/api-keys.endpoints'
import { makeApiKey } from '../../identity/access/api-keys.ts'
import { refuseLackedRoles } from '../../identity/access/refuse-lacked-roles.ts'
import { visibleOrganisation } from '../../identity/access/visible-organisation.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { expiryOf } from './key-expiry.ts'

export async function createApiKey(
  trx: Trx,
  actor: Actor,
  input: ReadBody<typeof createApiKeyEndpoint>,
  now: Date,
): Promise<{ id: string; secret: string }> {
  const { id: organisation, merchant } = await visibleOrganisation(trx, actor, input.organisation)
  refuseLackedRoles(actor, input.roles)
  return makeApiKey(
    trx,
    {
      merchant,
      organisation,
      name: input.name,
      roles: [...new Set(input.roles)],
      expires_at: await expiryOf(trx, actor, input, now),
      allowed_ips: input.allowed_ips?.length ? input.allowed_ips : null,
      created_by: actor.name,
    },
    now,
  )
}
