import type { setUpBody } from '@kontor/contract/identity/session'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import pg from 'pg'
import type { z } from 'zod'
import { newId } from '../../platform/db/ids.ts'
import { byThemselves } from '../access/by-themselves.ts'
import type { Caller } from '../access/caller.ts'
import type { Desk } from '../access/desk.ts'
import { admit } from '../access/gate.ts'
import { findPerson } from '../access/person.ts'
import { hashOf, newSecret } from '../access/secrets.ts'
import { hashPassword } from './password.ts'
import { refuseBadPassword } from './password-policy.ts'

/** A one-time address that sets up the provider's first user, valid for 24 hours; undefined once a user exists. */
export async function firstUserLink({
  adminUrl,
  publicUrl,
}: {
  adminUrl: string
  publicUrl: string
}): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from platform_user limit 1')
    if (rowCount) return undefined
    const secret = newSecret()
    // Only the newest link is valid.
    await client.query(`update user_token set used_at = now() where purpose = 'set_up' and used_at is null`)
    await client.query(
      `insert into user_token (token_hash, purpose, expires_at) values ($1, 'set_up', now() + interval '24 hours')`,
      [hashOf(secret)],
    )
    return `${publicUrl}/set-up?token=${secret}`
  } finally {
    await client.end()
  }
}

/** Creates the first user with all rights and signs them in. The link works once. */
export async function setUpFirstUser(
  desk: Desk,
  input: z.output<typeof setUpBody>,
  caller: Caller,
  now: Date,
): Promise<string> {
  await refuseBadPassword(desk, input.password, { ...input, merchant_id: null })
  const password_hash = await hashPassword(input.password)
  const { id, created_at } = newId(now)
  const { email, name } = input
  return byThemselves(desk, { id, name, merchant_id: null }, caller, 'set-up', async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('user_token')
      .set({ used_at: sql<string>`now()` })
      .where('token_hash', '=', hashOf(input.token))
      .where('purpose', '=', 'set_up')
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<string>`now()`)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal('invalid_token', { 'body.token': 'invalid' })
    await trx
      .insertInto('platform_user')
      .values({ id, created_at, email, name, password_hash, password_changed_at: created_at })
      .execute()
    await trx
      .insertInto('role_grant')
      .values(['PSP_ALL', 'PSP_SUPER'].map((role) => ({ user_id: id, role })))
      .execute()
    const person = await findPerson(trx, { id })
    if (!person) throw new Error('a user that was just made is not there')
    return admit(trx, desk, person, { method: 'link', caller }, now)
  })
}
