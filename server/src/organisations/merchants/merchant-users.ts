import type { ReplyOf } from '@kontor/contract/endpoint'
import type { merchantUsersEndpoint } from '@kontor/contract/organisations/merchant.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'

const most = 500

/** The users of a merchant by name, at most 500. */
export async function merchantUsers(db: Reader, id: string): Promise<ReplyOf<typeof merchantUsersEndpoint>> {
  const merchant = await db.selectFrom('merchant').select('id').where('id', '=', id).executeTakeFirst()
  if (!merchant) throw new Refusal('not_found')
  const { rows } = await sql<ReplyOf<typeof merchantUsersEndpoint>[number]>`
    select u.id, u.name, u.email, u.mfa_type, u.organisation_id as organisation, o.name as organisation_name,
      case when not u.active then 'DISABLED' when u.password_hash is null then 'INVITED' else 'ACTIVE' end as state,
      (select max(s.created_at) from session s where s.user_id = u.id) as last_sign_in_at
    from platform_user u
    join organisation o on o.merchant_id = u.merchant_id and o.id = u.organisation_id
    where u.merchant_id = ${id} order by u.name, u.id limit ${most}`.execute(db)
  return rows
}
