import type { ReplyOf } from '@kontor/contract/endpoint'
import type { signOnEndpoint } from '@kontor/contract/identity/sign-on/sign-on.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { providerId } from '../../platform/db/ids.ts'
import { logoutUrl, returnUrl } from './begin-sign-on.ts'
import type { SignOnPolicy } from './sign-on-policy.ts'

type Row = Omit<SignOnPolicy, 'house' | 'client_secret'> & { active: boolean }

/** The setting of a house without its secret, of which the trail of changes says when and by whom it was changed. */
export async function readSignOn(
  db: Reader,
  house: string,
  publicUrl: string,
): Promise<ReplyOf<typeof signOnEndpoint>> {
  if (house !== providerId) await requireMerchant(db, house)
  const { rows } = await sql<Row>`
    select active, issuer, client_id, domains, password_allowed, factor_values, groups_claim, groups
    from sign_on where merchant_id = ${house}`.execute(db)
  const [row] = rows
  const addresses = { redirect_uri: returnUrl({ publicUrl }, house), logout_uri: logoutUrl({ publicUrl }, house) }
  if (!row) return { ...addresses, sign_on: null }
  const changed = await sql<{ at: string; actor_name: string | null }>`
    select at, actor_name from change
    where merchant_id = ${house} and entity = 'merchant' and item_id = ${house} and part = 'sign_on'
      and secrets && array['client_secret'] order by version desc limit 1`.execute(db)
  const [last] = changed.rows
  return {
    ...addresses,
    sign_on: {
      ...row,
      client_secret_changed_at: last?.at ?? null,
      client_secret_changed_by: last?.actor_name ?? null,
    },
  }
}

async function requireMerchant(db: Reader, id: string): Promise<void> {
  const found = await db.selectFrom('merchant').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new Refusal('not_found')
}
