import type { Kysely } from 'kysely'
import { sealTotp } from '../identity/totp.ts'
import { newId } from '../platform/ids.ts'
import type { DB } from '../schema.ts'

/** The secret of the demo's authenticator: everybody's, like its password. */
export const demoTotpSecret = 'KVKFKRCPNZQUYMLXOVYDSQKJKZDTSRLD'

/** One user for each situation that a sign-in can be in; of the provider's staff, and only looking. */
export const signInSituations = [
  { email: 'mail-code@kontor.example', name: 'Maud Mailcode', says: 'asked for a code by mail', mfa_type: 'email' },
  {
    email: 'authenticator@kontor.example',
    name: 'Aart Authenticator',
    says: `asked for a code of an authenticator with the secret ${demoTotpSecret}`,
    mfa_type: 'google',
  },
  { email: 'set-up@kontor.example', name: 'Saar Setup', says: 'has to set up a second factor', mfa_required: 'choice' },
  { email: 'locked@kontor.example', name: 'Lex Locked', says: 'locked: a reset link unlocks', isLocked: true },
  { email: 'disabled@kontor.example', name: 'Dirk Disabled', says: 'disabled', active: false },
] as const

interface Situation {
  email: string
  name: string
  /** A line for `npm start`. */
  says: string
  mfa_type?: 'email' | 'google'
  mfa_required?: 'choice'
  isLocked?: boolean
  active?: boolean
}

export async function addSignInSituations(
  db: Kysely<DB>,
  { masterKey, password_hash }: { masterKey: string; password_hash: string },
  now: Date,
): Promise<void> {
  for (const situation of signInSituations) await add(db, situation, masterKey, password_hash, now)
}

async function add(db: Kysely<DB>, given: Situation, masterKey: string, password_hash: string, now: Date) {
  const { isLocked, says: _, ...user } = given
  const { id, created_at } = newId(now)
  await db
    .insertInto('platform_user')
    .values({ id, created_at, password_hash, language: 'en-US', locked_at: isLocked ? created_at : null, ...user })
    .execute()
  const roles = ['PSP_MERCHANT_LIST', 'TRANSACTION_LIST', 'REFUND_LIST']
  await db
    .insertInto('role_grant')
    .values(roles.map((role) => ({ user_id: id, role })))
    .execute()
  if (user.mfa_type === 'google')
    await db
      .insertInto('totp')
      .values({ user_id: id, secret: sealTotp(masterKey, id, demoTotpSecret) })
      .execute()
}
