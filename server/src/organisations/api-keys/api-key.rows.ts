import { apiKey } from '@kontor/contract/organisations/api-keys.entity'
import { sql } from 'kysely'
import { toldName } from '../../platform/changes/own-people.ts'
import { visibleTo } from '../../platform/db/actor.ts'
import type { Source } from '../../platform/rows/list.ts'

/** Keys use the wall clock, never the engine's. */
export const apiKeySource: Source = {
  entity: apiKey,
  as: 'provider',
  rows: (_db, actor) => sql`
    select api_key.id, api_key.created_at, ${toldName(actor, 'api_key.created_by')} as created_by, api_key.name, api_key.prefix, case
        when api_key.revoked_at is not null then 'REVOKED'
        when api_key.expires_at <= now() then 'EXPIRED'
        when api_key.successor_id is not null then 'ROTATING'
        when api_key.expires_at < now() + interval '14 days' then 'EXPIRING'
        else 'ACTIVE' end as status,
      api_key.roles, api_key.organisation_id as organisation, api_key.allowed_ips::text[] as allowed_ips,
      api_key.last_used_at, host(api_key.last_used_ip) as last_used_ip, api_key.expires_at, api_key.revoked_at,
      ${toldName(actor, 'api_key.revoker')} as revoker, api_key.successor_id as successor, api_key.merchant_id as merchant
    from api_key
    where ${visibleTo(actor, 'api_key')}`,
}
