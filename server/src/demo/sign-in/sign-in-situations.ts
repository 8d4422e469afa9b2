import type { DemoPersonKey } from '@kontor/contract/identity/demo.rules'
import type pg from 'pg'
import { sealTotp } from '../../identity/mfa/totp.ts'
import { instantOf } from '../../platform/db/ids.ts'
import type { Random } from '../trade/random.ts'

/** The secret of the demo's authenticator, as public as its password. */
export const demoTotpSecret = 'KVKFKRCPNZQUYMLXOVYDSQKJKZDTSRLD'

/** One user for each situation of a sign-in. They are staff of the provider with read-only rights. */
export const signInSituations: readonly Situation[] = [
  {
    key: 'mail_code',
    email: 'mail-code@kontor.example',
    name: 'Maud Mailcode',
    says: 'asked for a code by mail',
    mfa_type: 'email',
  },
  {
    key: 'authenticator',
    email: 'authenticator@kontor.example',
    name: 'Aart Authenticator',
    says: `asked for a code of an authenticator with the secret ${demoTotpSecret}`,
    mfa_type: 'google',
  },
  {
    key: 'set_up',
    email: 'set-up@kontor.example',
    name: 'Saar Setup',
    says: 'has to set up a second factor',
    mfa_required: 'choice',
  },
  {
    key: 'locked',
    email: 'locked@kontor.example',
    name: 'Lex Locked',
    says: 'locked: a reset link unlocks',
    isLocked: true,
  },
  { key: 'disabled', email: 'disabled@kontor.example', name: 'Dirk Disabled', says: 'disabled', active: false },
]

interface Situation {
  key: DemoPersonKey
  email: string
  name: string
  /** The line that `npm start` prints. */
  says: string
  mfa_type?: 'email' | 'google'
  mfa_required?: 'choice'
  isLocked?: boolean
  active?: boolean
}

export async function addSignInSituations(
  client: pg.Client,
  random: Random,
  { masterKey, passwordHash }: { masterKey: string; passwordHash: string },
  from: number,
): Promise<void> {
  const insert = (table: string, row: Record<string, unknown>) =>
    client.query(
      `insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map((_, index) => `$${index + 1}`)})`,
      Object.values(row),
    )
  for (const { isLocked, says: _, key: __, ...user } of signInSituations) {
    const id = random.id(from)
    const at = instantOf(id)
    const locked_at = isLocked ? at : null
    const password = { password_hash: passwordHash, language: 'en-US' }
    await insert('platform_user', { id, created_at: at, ...password, locked_at, ...user })
    for (const role of roles) await insert('role_grant', { user_id: id, role, granted_at: at })
    if (user.mfa_type === 'google')
      await insert('totp', { user_id: id, secret: sealTotp(masterKey, id, demoTotpSecret) })
  }
}

const roles = ['PSP_MERCHANT_LIST', 'TRANSACTION_LIST', 'REFUND_LIST']
