import type { ReadBody } from '@kontor/contract/endpoint'
import type { createApiKeyEndpoint } from '@kontor/contract/organisations/api-keys.endpoints'
import { makeApiKey } from '../../identity/access/api-keys.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { visibleOrganisation } from '../visible-organisation.ts'
import { refuseLackedRoles } from './api-keys.ts'

const day_ms = 86_400_000

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
      expires_at: input.expires_in_days ? new Date(now.getTime() + input.expires_in_days * day_ms).toISOString() : null,
      allowed_ips: input.allowed_ips?.length ? input.allowed_ips : null,
      created_by: actor.name,
    },
    now,
  )
}
