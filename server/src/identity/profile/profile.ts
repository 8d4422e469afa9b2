import type { ReadBody } from '@kontor/contract/endpoint'
import type { MfaRequirement } from '@kontor/contract/identity/mfa'
import type { updateProfileEndpoint } from '@kontor/contract/identity/profile.endpoints'
import type { Profile } from '@kontor/contract/identity/profile.schemas'
import { languages, themes } from '@kontor/contract/identity/session'
import { Refusal } from '@kontor/contract/refusal'
import type { Kysely } from 'kysely'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import type { DB } from '../../schema.ts'
import { byThemselves } from '../access/by-themselves.ts'
import type { Caller } from '../access/caller.ts'
import type { Desk } from '../access/desk.ts'
import { allowedTypes, findPerson, type Person } from '../access/person.ts'
import { recordSignIn } from '../access/sign-in-record.ts'
import { countOrRefuse, forget } from '../guessing/attempts.ts'
import { recoveryCodesLeft } from '../mfa/recovery-codes.ts'
import { isPasswordOf } from '../sign-in/password.ts'
import { policyOf } from '../sign-in/password-policy.ts'

/** The signed-in user's own profile. */
export async function readProfile(db: Kysely<DB>, user: string, now: Date): Promise<Profile> {
  const person = await findPerson(db, { id: user })
  const row = await db
    .selectFrom('platform_user')
    .select(['language', 'time_zone', 'theme', 'password_changed_at'])
    .where('id', '=', user)
    .executeTakeFirst()
  if (!person || !row) throw new Refusal('session_expired')
  const pending = await db
    .selectFrom('user_token')
    .select('email')
    .where('user_id', '=', user)
    .where('purpose', '=', 'change_email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return {
    id: user,
    email: person.email,
    pending_email: pending?.email ?? null,
    name: person.name,
    language: languages.find((language) => language === row.language) ?? 'nl',
    time_zone: row.time_zone,
    theme: themes.find((theme) => theme === row.theme) ?? 'auto',
    password_changed_at: row.password_changed_at,
    password_policy: await policyOf(db, person.merchant_id),
    mfa_type: person.mfa_type,
    mfa_required: isRequired(person.mfa_required),
    mfa_types: allowedTypes(person),
    recovery_codes_left: await recoveryCodesLeft(db, user),
  }
}

const isRequired = (requirement: MfaRequirement) => requirement !== 'none'

export async function updateProfile(
  desk: Desk,
  person: Pick<Person, 'id' | 'name' | 'merchant_id'>,
  changes: ReadBody<typeof updateProfileEndpoint>,
  caller: Caller,
): Promise<void> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) return
  await byThemselves(desk, person, caller, 'update-profile', (trx) =>
    trx.updateTable('platform_user').set(given).where('id', '=', person.id).execute(),
  )
}

/**
 * Asks for the password again before a change of the means to sign in, because an unattended session is not enough for
 * that.
 */
export async function reauthenticate(
  desk: Desk,
  user: string,
  password: string,
  caller: Caller,
  now: Date,
  field = 'password',
): Promise<Person> {
  const db = desk.databases.provider
  await countOrRefuse(db, 'passwordAgain', user, desk.settings.limits.passwordAgain, now)
  const person = await findPerson(db, { id: user })
  if (person?.must_sign_on) throw new Refusal('sign_on_required')
  if (!(await isPasswordOf(person?.password_hash, password)) || !person) {
    await recordSignIn(db, { kind: 'password_wrong', method: 'password', user: person, caller }, now)
    throw new Refusal('invalid_password', { [`body.${field}`]: 'invalid' })
  }
  await forget(db, 'passwordAgain', user)
  return person
}

/**
 * Mails a link to the new address and a notice to the old one. Whether an address has an account is looked up when the
 * mails are sent.
 */
export async function askEmailChange(desk: Desk, person: Person, email: string, caller: Caller, now: Date) {
  const db = desk.databases.provider
  await countOrRefuse(db, 'forgot', person.id, desk.settings.limits.forgot, now)
  await db.transaction().execute(async (trx) => {
    const values = { user: person.id, email }
    await enqueueMail(trx, desk.masterKey, { template: 'change_email', values }, now)
    await enqueueMail(trx, desk.masterKey, { template: 'email_change_asked', values }, now)
    await recordSignIn(trx, { kind: 'email_change_asked', user: person, caller }, now)
  })
  desk.nudgeMail()
}
