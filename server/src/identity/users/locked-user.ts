import type { MfaRequirement } from '@kontor/contract/identity/mfa.rules'
import { providerUserRoles, userRoles } from '@kontor/contract/identity/users/user.rules'
import { Refusal } from '@kontor/contract/refusal'
import { isAllowed, type Role, roleNamed } from '@kontor/contract/roles'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { inForm, inTurn, type Locked, lockRow } from '../../platform/db/locked.ts'
import { refuseLackedRoles } from '../access/refuse-lacked-roles.ts'

export interface KeptUser {
  id: string
  name: string
  email: string
  /** Null: one of the provider's staff. */
  merchant: string | null
  /** True of the provider as well. */
  isMerchantActive: boolean
  organisation: string | null
  active: boolean
  isAccepted: boolean
  /** True when the user counts among those who hold a right to everything (last-holder.ts). */
  mayComeIn: boolean
  mfa_required: MfaRequirement
  roles: Role[]
}

type Verb = keyof typeof userRoles

/**
 * The user whom somebody wants to change. Nobody changes a person who holds more than they do. What people do to the
 * users of one merchant happens one after the other, so that two cannot lock out each other.
 */
export async function lockUser(trx: Trx, actor: Actor, id: string, verb: Verb): Promise<Locked<KeptUser>> {
  const found = await trx
    .selectFrom('platform_user')
    .select('merchant_id')
    .where('id', '=', id)
    .where(visibleTo(actor, 'platform_user'))
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  refuseOtherSide(actor, found.merchant_id, verb)
  await inTurn(trx, `users ${found.merchant_id ?? 'provider'}`)
  const user = await keptUser(trx, id, visibleTo(actor, 'platform_user'))
  if (!user) throw new Refusal('not_found')
  refuseLackedRoles(actor, user.roles, 'holds_more')
  return user
}

/** Locks the row of a user, and nothing else: whoever asks has taken the turn of the merchant's users. */
export async function keptUser(
  trx: Trx,
  id: string,
  limitedTo: RawBuilder<SqlBool> = sql`true`,
): Promise<Locked<KeptUser> | undefined> {
  const row = await lockRow(
    trx
      .selectFrom('platform_user')
      .where('id', '=', id)
      .where(limitedTo)
      .select(['id', 'name', 'email', 'merchant_id as merchant', 'organisation_id as organisation', 'active'])
      .select(sql<MfaRequirement>`mfa_required`.as('mfa_required'))
      .select([
        sql<boolean>`(password_hash is not null or exists (select from linked_identity i where i.user_id = platform_user.id))`.as(
          'isAccepted',
        ),
        mayComeIn('platform_user').as('mayComeIn'),
      ])
      .select(
        sql<boolean>`coalesce((select m.active from merchant m where m.id = merchant_id), true)`.as('isMerchantActive'),
      ),
  )
  return row && inForm(row, { ...row, roles: await rolesOf(trx, id) })
}

/** At the provider a password counts alone: an issuer that is gone would leave nobody who could change it. */
export const mayComeIn = (user: 'platform_user' | 'u') =>
  sql<boolean>`(${sql.ref(`${user}.password_hash`)} is not null or (${sql.ref(`${user}.merchant_id`)} is not null
    and exists (select from linked_identity i where i.user_id = ${sql.ref(`${user}.id`)})))`

/** The same for what nobody does to themselves. */
export async function lockOther(trx: Trx, actor: Actor, id: string, verb: Verb): Promise<Locked<KeptUser>> {
  if (actor.id === id) throw new Refusal('own_account')
  return lockUser(trx, actor, id, verb)
}

/** The commands have one address for a merchant's users and for staff; each needs the roles of its own area. */
export function refuseOtherSide(actor: Actor, merchant: string | null, verb: Verb): void {
  const needed = (merchant === null ? providerUserRoles : userRoles)[verb]
  if (!isAllowed(needed, actor.roles)) throw new Refusal('forbidden', { roles: needed.flat() })
}

/** A mailbox is never enough for a super user. */
export function refuseWeakFactor(roles: readonly Role[], mfa_required: MfaRequirement): void {
  if (mfa_required === 'email' && roles.includes('PSP_SUPER'))
    throw new Refusal('mfa_type_refused', { 'body.mfa_required': 'not_allowed' })
}

export async function rolesOf(trx: Trx, user: string): Promise<Role[]> {
  const rows = await trx.selectFrom('role_grant').select('role').where('user_id', '=', user).execute()
  return rows.map(({ role }) => roleNamed(role)).filter((role) => role !== undefined)
}
