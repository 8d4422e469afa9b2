import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { DB } from '../../schema.ts'
import { hashOf } from '../access/secrets.ts'

// Letters and digits that look alike are left out: 28 of these 30 characters are 137 bits, which a fast hash may keep.
const alphabet = '23456789abcdefghjkmnpqrstvwxyz'
const characters = 28
const howMany = 10

const newCode = () => Array.from({ length: characters }, () => alphabet[randomInt(alphabet.length)]).join('')
const shown = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')
const hashed = (user: string, code: string) => hashOf(`${user}/${code.toLowerCase().replaceAll(/[\s-]/g, '')}`)

/** Makes ten codes, which replace the earlier ones. Only their hashes are kept. */
export async function renewRecoveryCodes(trx: Trx, user: string, now: Date): Promise<string[]> {
  await trx.deleteFrom('recovery_code').where('user_id', '=', user).execute()
  const codes = Array.from({ length: howMany }, newCode)
  await trx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: user, code_hash: hashed(user, code), created_at: now.toISOString() })))
    .execute()
  return codes.map(shown)
}

/** Uses up a code; true once for each code. */
export async function takeRecoveryCode(trx: Trx, user: string, code: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_code')
    .set({ used_at: now.toISOString() })
    .where('user_id', '=', user)
    .where('code_hash', '=', hashed(user, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function recoveryCodesLeft(db: Kysely<DB>, user: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', user)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
