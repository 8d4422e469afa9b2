import {
  brokenPasswordRules,
  defaultPasswordPolicy,
  type PasswordPolicy,
} from '@kontor/contract/identity/password.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Kysely } from 'kysely'
import type { DB } from '../../schema.ts'
import type { Desk } from '../access/desk.ts'
import type { Person } from '../access/person.ts'
import { disguises, isBreached } from './breached-passwords.ts'
import { isOfContext } from './context-words.ts'

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
  person: Pick<Person, 'name' | 'email' | 'merchant_id'>,
): Promise<void> {
  const db = databases.provider
  const broken = brokenPasswordRules(password, await policyOf(db, person.merchant_id))
  if (broken.length > 0) throw new Refusal('password_too_weak', { 'body.password': 'too_weak', rules: broken })
  const isEasy = isOfContext(disguises(password), await namesOf(db, person))
  if (isEasy || (await isBreached(password, settings.breachedPasswordsUrl)))
    throw new Refusal('password_leaked', { 'body.password': 'leaked' })
}

/** What everybody knows of a person: their name, the address without its domain, and the name of the merchant. */
async function namesOf(
  db: Kysely<DB>,
  { name, email, merchant_id }: Pick<Person, 'name' | 'email' | 'merchant_id'>,
): Promise<string[]> {
  const merchant =
    merchant_id === null
      ? undefined
      : await db.selectFrom('merchant').select('name').where('id', '=', merchant_id).executeTakeFirst()
  return [name, email.split('@')[0] ?? '', merchant?.name ?? '']
}
