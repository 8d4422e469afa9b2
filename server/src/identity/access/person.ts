import { type MfaRequirement, type MfaType, mfaRequirements } from '@kontor/contract/identity/mfa'
import type { Language } from '@kontor/contract/identity/session'
import { type Kysely, sql } from 'kysely'
import { providerId } from '../../platform/db/ids.ts'
import type { DB } from '../../schema.ts'

/** A user, with the fields that signing in needs. */
export interface Person {
  id: string
  email: string
  name: string
  language: Language
  merchant_id: string | null
  password_hash: string | null
  active: boolean
  locked_at: string | null
  /** True for the provider's staff, who have no merchant. */
  merchant_active: boolean
  mfa_type: MfaType | null
  mfa_required: MfaRequirement
  /** True for a user with PSP_SUPER. */
  is_super: boolean
  /** True when the organisation's policy leaves no password: the person signs in at its issuer. */
  must_sign_on: boolean
}

export const sameAddress = (one: string, other: string): boolean => keyOf(one) === keyOf(other)
/** An e-mail address in the form that is compared and counted. */
export const keyOf = (email: string): string => email.trim().toLowerCase()

export async function findPerson(db: Kysely<DB>, by: { email: string } | { id: string }): Promise<Person | undefined> {
  const { rows } = await sql<Omit<Person, 'mfa_required'> & Requirements & { by_issuer: boolean }>`
    select u.id, u.email, u.name, u.language, u.merchant_id, u.password_hash, u.active, u.locked_at,
      coalesce(m.active, true) as merchant_active, u.mfa_type, u.mfa_required as by_user,
      coalesce(m.mfa_required, i.mfa_required) as by_house,
      exists (select from role_grant g where g.user_id = u.id and g.role = 'PSP_SUPER') as is_super,
      exists (select from sign_on s where s.merchant_id = coalesce(u.merchant_id, ${providerId})
        and s.active and not s.password_allowed
        and substring(lower(u.email) from '[^@]*$') = any(s.domains)) as by_issuer
    from platform_user u cross join installation i left join merchant m on m.id = u.merchant_id
    where ${'email' in by ? sql`lower(u.email) = ${keyOf(by.email)}` : sql`u.id = ${by.id}`}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { by_user, by_house, by_issuer, ...person } = row
  // A super user keeps the password for the day that the issuer is gone, and shows an authenticator with it.
  const asked = person.is_super && by_issuer ? 'google' : stricter(by_user, by_house)
  return {
    ...person,
    must_sign_on: by_issuer && !person.is_super,
    mfa_required: requirement(asked, person.mfa_type, person.is_super),
  }
}

type Requirements = { by_user: MfaRequirement; by_house: MfaRequirement }

/** The stricter of two requirements: one for a single user can only add to the one for all. */
const stricter = (one: MfaRequirement, other: MfaRequirement): MfaRequirement =>
  mfaRequirements.indexOf(one) > mfaRequirements.indexOf(other) ? one : other

/** The effective requirement. A super user never relies on a mailbox: any second factor is an authenticator. */
function requirement(asked: MfaRequirement, type: MfaType | null, isSuper: boolean): MfaRequirement {
  if (!isSuper) return asked
  return asked === 'none' && type !== 'email' ? 'none' : 'google'
}

/** The types that the person may use. */
export function allowedTypes({ mfa_required, is_super }: Person): MfaType[] {
  if (mfa_required === 'email' || mfa_required === 'google') return [mfa_required]
  return is_super ? ['google'] : ['email', 'google']
}
