import type { MfaRequirement } from '@kontor/contract/identity/mfa.rules'
import type { Language } from '@kontor/contract/identity/session'
import type { Role } from '@kontor/contract/roles'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'

export interface Place {
  organisation: string
  merchant: { id: string; name: string }
}

interface Invited {
  /** Undefined: at the provider. */
  place: Place | undefined
  name: string
  email: string
  language: Language
  roles: readonly Role[]
  mfa_required?: MfaRequirement
}

/**
 * Adds a user without a password, who is mailed the link to set one. Undefined when the address has an account, also
 * when two invite it at once.
 */
export async function addInvited(
  trx: Trx,
  { place, name, email, language, roles, mfa_required = 'none' }: Invited,
  now: Date,
  masterKey: string,
): Promise<string | undefined> {
  const { id, created_at } = newId(now)
  const made = await trx
    .insertInto('platform_user')
    .values({
      ...{ id, created_at, name, email, language, mfa_required, invited_at: created_at },
      ...{ merchant_id: place?.merchant.id ?? null, organisation_id: place?.organisation ?? null },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return undefined
  await trx
    .insertInto('role_grant')
    .values([...new Set(roles)].map((role) => ({ user_id: id, role })))
    .execute()
  await mailInvitation(trx, { id, merchant: place?.merchant.name ?? null, invited_at: created_at }, now, masterKey)
  return id
}

/** The mail of an invitation is sent unless a newer one was made meanwhile. */
export async function mailInvitation(
  trx: Trx,
  { id, merchant, invited_at }: { id: string; merchant: string | null; invited_at: string },
  now: Date,
  masterKey: string,
): Promise<void> {
  const values = { user: id, ...(merchant === null ? {} : { merchant }), invited_at }
  await enqueueMail(trx, masterKey, { template: 'invitation', values }, now)
}
