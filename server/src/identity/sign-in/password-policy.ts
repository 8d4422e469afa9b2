import {
  brokenPasswordRules,
  defaultPasswordPolicy,
  type PasswordPolicy,
} from '@kontor/contract/identity/password.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Kysely } from 'kysely'
import type { DB } from '../../schema.ts'
import type { Desk } from '../access/desk.ts'
import { isBreached } from './breached-passwords.ts'

/** The merchant's password rules, or the default. Rules in a link's address are ignored. */
export async function policyOf(db: Kysely<DB>, merchant: string | null): Promise<PasswordPolicy> {
  const row =
    merchant === null
      ? undefined
      : await db
          .selectFrom('password_policy')
          .select(['length', 'number', 'uppercase', 'lowercase', 'special'])
          .where('merchant_id', '=', merchant)
          .executeTakeFirst()
  return row ?? defaultPasswordPolicy
}

export async function refuseBadPassword(
  { databases, settings }: Pick<Desk, 'databases' | 'settings'>,
  password: string,
  merchant: string | null,
): Promise<void> {
  const broken = brokenPasswordRules(password, await policyOf(databases.provider, merchant))
  if (broken.length > 0) throw new Refusal('password_too_weak', { 'body.password': 'too_weak', rules: broken })
  if (await isBreached(password, settings.breachedPasswordsUrl))
    throw new Refusal('password_leaked', { 'body.password': 'leaked' })
}
