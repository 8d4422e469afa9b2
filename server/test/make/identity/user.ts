import type { MfaRequirement } from '@kontor/contract/identity/mfa.rules'
import type { Role } from '@kontor/contract/roles'
import { beginSession } from '../../../src/identity/access/sessions.ts'
import { newId } from '../../../src/platform/db/ids.ts'
import type { Making } from '../making.ts'

export async function user(
  { db, next }: Making,
  given: {
    merchant?: string
    organisation?: string
    roles?: Role[]
    active?: boolean
    password_hash?: string
    email?: string
    name?: string
    mfa_type?: 'email' | 'google'
    mfa_required?: MfaRequirement
    invited_at?: string
    last_sign_in_at?: string
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
      name: given.name ?? `User ${next()}`,
      active: given.active ?? true,
      language: 'en-US',
      password_hash: given.password_hash ?? null,
      mfa_type: given.mfa_type ?? null,
      mfa_required: given.mfa_required ?? 'none',
      invited_at: given.invited_at ?? null,
    })
    .execute()
  const grants = (given.roles ?? []).map((role) => ({ user_id: id, role }))
  if (grants.length > 0) await db.insertInto('role_grant').values(grants).execute()
  if (given.last_sign_in_at) {
    const signedIn = newId(new Date(given.last_sign_in_at))
    await db
      .insertInto('sign_in_event')
      .values({ ...signedIn, user_id: id, kind: 'signed_in' })
      .execute()
  }
  return { id, email }
}

/** The Cookie header of a signed-in user, who has just shown a second factor unless `factor_at` says otherwise. */
export async function cookie(
  making: Making,
  { factor_at = new Date().toISOString(), ...given }: Parameters<typeof user>[1] & { factor_at?: string | null } = {},
): Promise<string> {
  const { id } = await user(making, given)
  const secret = await making.db.transaction().execute((trx) => beginSession(trx, id, new Date(), { factor_at }))
  return `kontor=${secret}`
}
