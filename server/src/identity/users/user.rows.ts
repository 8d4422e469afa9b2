import { providerUser, user } from '@kontor/contract/identity/users/user.entity'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Source } from '../../platform/rows/list.ts'

/** Whoever came in by an issuer has accepted the invitation, without a password. */
const isLinked = sql`exists (select from linked_identity i where i.user_id = platform_user.id)`

/** Accounts use the wall clock, never the engine's. */
const shared = sql`
  platform_user.id, platform_user.created_at, platform_user.name, platform_user.email,
  case
    when not platform_user.active then 'DISABLED'
    when platform_user.locked_at is not null then 'LOCKED'
    when platform_user.password_hash is not null or ${isLinked} then 'ACTIVE'
    when link.expires_at > now() then 'INVITED'
    else 'EXPIRED' end as status,
  coalesce(platform_user.mfa_type, 'none') as mfa, platform_user.mfa_required, platform_user.language,
  (select e.created_at from sign_in_event e where e.user_id = platform_user.id and e.kind = 'signed_in'
    order by e.id desc limit 1) as last_sign_in_at,
  platform_user.invited_at, link.expires_at as link_expires_at,
  array(select g.role from role_grant g where g.user_id = platform_user.id order by g.role) as roles`

/** The end of the link in force, or of the one that waits to be mailed. */
const from = sql`platform_user
  left join lateral (
    select greatest(platform_user.invited_at + interval '24 hours',
      (select max(t.expires_at) from user_token t where t.user_id = platform_user.id and t.purpose = 'set_password'
        and t.used_at is null)) as expires_at
    where platform_user.password_hash is null and platform_user.active and not ${isLinked}) link on true`

const holding = (values: readonly unknown[]) => sql<boolean>`row.roles && ${values}::text[]`

export const userSource: Source = {
  entity: user,
  as: 'provider',
  conditions: { roles: holding },
  rows: (_db, actor) => sql`
    select ${shared}, platform_user.organisation_id as organisation, platform_user.merchant_id as merchant
    from ${from} where platform_user.merchant_id is not null and ${visibleTo(actor, 'platform_user')}`,
}

/** Staff belong to no merchant: whoever looks at one sees none of them. */
export const providerUserSource: Source = {
  entity: providerUser,
  as: 'provider',
  conditions: { roles: holding },
  rows: (_db, actor) => sql`
    select ${shared} from ${from} where platform_user.merchant_id is null and ${isAtHome(actor)}`,
}

const isAtHome = ({ psp, scope }: Actor) => sql`${psp && scope.merchant === null}::boolean`
