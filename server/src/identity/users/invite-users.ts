import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import type { inviteUsersEndpoint } from '@kontor/contract/identity/users/user.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { isAllowed, merchantRoles } from '@kontor/contract/roles'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { keyOf } from '../access/person.ts'
import { refuseLackedRoles } from '../access/refuse-lacked-roles.ts'
import { countOrRefuse } from '../guessing/attempts.ts'
import { addInvited, type Place } from './add-invited.ts'
import { refuseOtherSide, refuseWeakFactor } from './locked-user.ts'
import { providerUserSource, userSource } from './user.rows.ts'

const invitations = { tries: 200, window_ms: 24 * 3_600_000 }

type Input = ReadBody<typeof inviteUsersEndpoint>
type Result = ReplyOf<typeof inviteUsersEndpoint>['results'][number]

/** Invites each address that has no account yet, and names the others. */
export async function inviteUsers(
  trx: Trx,
  actor: Actor,
  { people, organisation, roles, language, mfa_required }: Input,
  now: Date,
  masterKey: string,
): Promise<Result[]> {
  const place = organisation === null ? staff(actor) : await placeOf(trx, actor, organisation)
  refuseOtherSide(actor, place?.merchant.id ?? null, 'create')
  refuseLackedRoles(actor, roles)
  if (place && roles.some((role) => !merchantRoles.includes(role)))
    throw new Refusal('invalid_request', { 'body.roles': 'not_allowed' })
  refuseWeakFactor(roles, mfa_required)
  const results: Result[] = []
  // In one order, so that two who invite the same addresses do not wait for each other.
  const inOrder = [...people.entries()].sort(([, one], [, other]) => (keyOf(one.email) < keyOf(other.email) ? -1 : 1))
  for (const [typedAs, { email, name }] of inOrder) {
    // Each address counts, so that nobody learns from many which of them have an account.
    await countOrRefuse(trx, 'user.invite', place?.merchant.id ?? 'provider', invitations, now)
    const invited = { place, name: name ?? nameFrom(email), email, language, roles, mfa_required }
    const user = await addInvited(trx, invited, now, masterKey)
    results[typedAs] = user ? { email, result: 'INVITED', user } : await known(trx, actor, email)
  }
  return results
}

/** In the view of a merchant nobody invites staff. */
function staff(actor: Actor): undefined {
  if (!actor.psp || actor.scope.merchant !== null)
    throw new Refusal('invalid_request', { 'body.organisation': 'required' })
}

async function placeOf(trx: Trx, actor: Actor, id: string): Promise<Place> {
  const found = await trx
    .selectFrom('organisation')
    .innerJoin('merchant', 'merchant.id', 'organisation.merchant_id')
    .select(['organisation.id as organisation', 'merchant.id', 'merchant.name', 'merchant.active'])
    .where('organisation.id', '=', id)
    .where(visibleTo(actor, 'organisation', 'organisation.id'))
    .executeTakeFirst()
  if (!found) throw new Refusal('invalid_request', { 'body.organisation': 'not_found' })
  if (!found.active) throw new Refusal('merchant_inactive')
  return { organisation: found.organisation, merchant: { id: found.id, name: found.name } }
}

/** The owner of an address, as far as the actor may know of them. */
async function known(trx: Trx, actor: Actor, email: string): Promise<Result> {
  for (const { rows, entity } of [userSource, providerUserSource]) {
    if (!isAllowed(entity.roles.list, actor.roles)) continue
    const found = await sql<{ id: string; status: string }>`
      select id, status from (${rows(trx, actor)}) as row where lower(row.email) = ${keyOf(email)}`.execute(trx)
    const [owner] = found.rows
    const isOpen = owner?.status === 'INVITED' || owner?.status === 'EXPIRED'
    if (owner) return { email, result: isOpen ? 'ALREADY_INVITED' : 'ALREADY_USER', user: owner.id }
  }
  return { email, result: 'TAKEN', user: null }
}

/** `piet.de-vries@…` is Piet De Vries until somebody says otherwise. */
const nameFrom = (email: string): string => {
  const [local = email] = email.split('@')
  const words = local.split(/[._+-]+/).filter(Boolean)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || email
}
