import { Refusal } from '@kontor/contract/refusal'
import type { Databases } from '../platform/database.ts'
import { isPasswordOf } from './password.ts'
import { beginSession } from './sessions.ts'

/** Checks e-mail and password and begins a session. Every refusal looks alike and takes as long: it tells nothing of who exists. */
export async function signIn(databases: Databases, email: string, password: string, now: Date): Promise<string> {
  const user = await databases.provider
    .selectFrom('platform_user')
    .leftJoin('merchant', 'merchant.id', 'platform_user.merchant_id')
    .select([
      'platform_user.id',
      'platform_user.password_hash',
      'platform_user.active',
      'platform_user.merchant_id',
      'merchant.active as merchant_active',
    ])
    .where((eb) => eb(eb.fn('lower', ['platform_user.email']), '=', email.trim().toLowerCase()))
    .executeTakeFirst()
  const matches = await isPasswordOf(user?.password_hash, password)
  const mayEnter = user?.active && (user.merchant_id === null || user.merchant_active)
  if (!matches || !user || !mayEnter) throw new Refusal('invalid_credentials')
  return databases.provider.transaction().execute((trx) => beginSession(trx, user.id, now))
}
