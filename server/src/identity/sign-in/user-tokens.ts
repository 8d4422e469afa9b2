import type { Kysely } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { DB } from '../../schema.ts'
import { hashOf, newSecret } from '../access/secrets.ts'

/** The secrets of mailed links: each is valid once, for a day, and only the newest. */

export type TokenPurpose = 'set_password' | 'reset_password' | 'change_email'

export interface UserToken {
  user_id: string
  purpose: string
  email: string | null
}

export const tokenLife_ms = 24 * 3_600_000

/** Makes a new link, which replaces the earlier one. */
export async function issueToken(
  trx: Trx,
  user: string,
  purpose: TokenPurpose,
  now: Date,
  email: string | null = null,
): Promise<string> {
  // The lock makes two requests at the same moment run one after the other.
  await trx.selectFrom('platform_user').select('id').where('id', '=', user).forUpdate().execute()
  await voidTokens(trx, user, now, purpose === 'change_email' ? ['change_email'] : ['set_password', 'reset_password'])
  const secret = newSecret()
  await trx
    .insertInto('user_token')
    .values({
      token_hash: hashOf(secret),
      user_id: user,
      purpose,
      email,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + tokenLife_ms).toISOString(),
    })
    .execute()
  return secret
}

export async function findToken(
  db: Kysely<DB>,
  secret: string,
  purposes: readonly TokenPurpose[],
  now: Date,
): Promise<UserToken | undefined> {
  const row = await db
    .selectFrom('user_token')
    .select(['user_id', 'purpose', 'email'])
    .where('token_hash', '=', hashOf(secret))
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row?.user_id ? { ...row, user_id: row.user_id } : undefined
}

/** Uses up a token: true for one caller, even if others try at the same moment. */
export async function useToken(trx: Trx, secret: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('user_token')
    .set({ used_at: now.toISOString() })
    .where('token_hash', '=', hashOf(secret))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function voidTokens(
  trx: Trx,
  user: string,
  now: Date,
  purposes: readonly TokenPurpose[] = ['set_password', 'reset_password', 'change_email'],
): Promise<void> {
  await trx
    .updateTable('user_token')
    .set({ used_at: now.toISOString() })
    .where('user_id', '=', user)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}
