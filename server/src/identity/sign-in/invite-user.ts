import type { Language } from '@kontor/contract/identity/session'
import { Refusal } from '@kontor/contract/refusal'
import type { Role } from '@kontor/contract/roles'
import { type Trx, violatedConstraint } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'

interface Invited {
  merchant: { id: string; name: string }
  organisation: string
  name: string
  email: string
  language: Language
  roles: readonly Role[]
}

/** Adds a user of a merchant, who sets a password by the link of the welcome mail. */
export async function inviteUser(trx: Trx, invited: Invited, now: Date, masterKey: string): Promise<string> {
  const { merchant, organisation, name, email, language, roles } = invited
  const { id, created_at } = newId(now)
  await trx
    .insertInto('platform_user')
    .values({ id, created_at, merchant_id: merchant.id, organisation_id: organisation, name, email, language })
    .execute()
    .catch(refuseTakenAddress)
  await trx
    .insertInto('role_grant')
    .values(roles.map((role) => ({ user_id: id, role })))
    .execute()
  await enqueueMail(trx, masterKey, { template: 'invitation', values: { user: id, merchant: merchant.name } }, now)
  return id
}

/** The unique index detects a taken address, also when two are invited at once. */
function refuseTakenAddress(error: unknown): never {
  if (violatedConstraint(error) !== 'platform_user_email') throw error
  throw new Refusal('user_email_taken', { 'body.user_email': 'taken' })
}
