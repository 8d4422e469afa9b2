import type { Role } from '@kontor/contract/roles'
import { beginSession } from '../../src/identity/access/sessions.ts'
import { newId } from '../../src/platform/db/ids.ts'
import type { Making } from './making.ts'

export async function user(
  { db, next }: Making,
  given: {
    merchant?: string
    organisation?: string
    roles?: Role[]
    active?: boolean
    password_hash?: string
    email?: string
  } = {},
) {
  const { id } = newId(new Date())
  const email = given.email ?? `user${next()}@test.example`
  const merchant = given.merchant ?? null
  await db
    .insertInto('platform_user')
    .values({
      id,
      merchant_id: merchant,
      organisation_id: given.organisation ?? merchant,
      email,
      name: `User ${next()}`,
      active: given.active ?? true,
      language: 'en-US',
      password_hash: given.password_hash ?? null,
    })
    .execute()
  const grants = (given.roles ?? []).map((role) => ({ user_id: id, role }))
  if (grants.length > 0) await db.insertInto('role_grant').values(grants).execute()
  return { id, email }
}

/** The Cookie header of a signed-in user. */
export async function cookie(making: Making, given: Parameters<typeof user>[1] = {}): Promise<string> {
  const { id } = await user(making, given)
  const secret = await making.db.transaction().execute((trx) => beginSession(trx, id, new Date()))
  return `kontor=${secret}`
}
