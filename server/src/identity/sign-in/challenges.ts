import type { MfaType } from '@kontor/contract/identity/mfa'
import { Refusal } from '@kontor/contract/refusal'
import { type Kysely, sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { DB } from '../../schema.ts'
import { hashOf, newSecret } from '../access/secrets.ts'

export type Purpose = 'mfa' | 'mfa_setup' | 'profile_mfa' | 'passkey' | 'add_passkey' | 'sign_on' | 'fresh_factor'

/** A sign-in or a set-up that is half finished. */
export interface Challenge {
  user_id: string | null
  type: MfaType | null
  code_hash: Buffer | null
  code_expires_at: string | null
  secret: Buffer | null
  webauthn: string | null
  /** At whose issuer it goes on: the merchant, or the all-zero id. */
  house: string | null
  /** What an issuer said when it began there; sealed. */
  sign_on: Buffer | null
  tries: number
  mails: number
  mailed_at: string | null
}

/** A challenge is void after 5 wrong codes. */
const triesEach = 5

export async function beginChallenge(
  db: Kysely<DB>,
  purpose: Purpose,
  user: string | null,
  lasts_ms: number,
  now: Date,
  more: { type?: MfaType; webauthn?: string; house?: string; secret?: Buffer; sign_on?: Buffer | null } = {},
): Promise<string> {
  const token = newSecret()
  await db
    .insertInto('challenge')
    .values({
      token_hash: hashOf(token),
      purpose,
      user_id: user,
      type: more.type ?? null,
      webauthn: more.webauthn ?? null,
      house: more.house ?? null,
      secret: more.secret ?? null,
      sign_on: more.sign_on ?? null,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + lasts_ms).toISOString(),
    })
    .execute()
  return token
}

export const invalidToken = () => new Refusal('invalid_token', { 'body.token': 'invalid' })

/** The challenge of a token. A try is counted before anything is compared: of a thousand at once, five go on. */
export async function openChallenge(
  db: Kysely<DB>,
  purpose: Purpose,
  token: string,
  now: Date,
  { asTry }: { asTry: boolean },
): Promise<Challenge> {
  const { rows } = await sql<Challenge>`
    update challenge set tries = tries + ${asTry ? 1 : 0}
    where token_hash = ${hashOf(token)} and purpose = ${purpose} and used_at is null
      and expires_at > ${now.toISOString()} and tries < ${triesEach}
    returning user_id, type, code_hash, code_expires_at, secret, webauthn, house, sign_on, tries, mails,
      mailed_at`.execute(db)
  const [row] = rows
  if (!row) throw invalidToken()
  return row
}

/** Uses up the challenge: of two requests at the same moment, one succeeds. */
export async function closeChallenge(trx: Trx, token: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('challenge')
    .set({ used_at: now.toISOString() })
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw invalidToken()
}

/** Ends all set-ups of a user that are under way: after a new password or factor they must not be finished. */
export async function dropChallenges(trx: Trx, user: string): Promise<void> {
  await trx.deleteFrom('challenge').where('user_id', '=', user).execute()
}
