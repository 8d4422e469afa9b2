import { Refusal } from '@kontor/contract/refusal'
import { heldRoles, type Role } from '@kontor/contract/roles'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import { type Databases, inTransaction } from '../../platform/db/database.ts'
import { lacksOf } from '../../platform/db/lacked-modules.ts'
import { scopeOfUser } from '../access/authenticate.ts'
import { visibleOrganisation } from '../access/visible-organisation.ts'

type Kind = 'merchant' | 'provider'

interface Person {
  id: string | null
  name: string
  merchant: string | null
  organisation: string | null
  roles: readonly string[]
}

/** The actor that a person would be when signed in: a request is made of the same parts. */
export async function asActor(databases: Databases, caller: Actor, person: Person): Promise<Actor> {
  const kind: Kind = person.merchant === null ? 'provider' : 'merchant'
  const scope = await scopeOfUser(databases.provider, person.merchant, person.organisation)
  return {
    kind: 'user',
    id: person.id,
    name: person.name,
    psp: kind === 'provider',
    roles: heldRoles(person.roles, kind),
    scope,
    lacks: await lacksOf(databases.provider, scope),
    time_zone: caller.time_zone,
  }
}

/** A user whom the caller may see. Only the provider's role reads users and roles together. */
export async function storedPerson(databases: Databases, caller: Actor, id: string, kind: Kind): Promise<Person> {
  const found = await inTransaction(
    databases,
    caller,
    (trx) =>
      trx
        .selectFrom('platform_user')
        .select(['id', 'name', 'merchant_id as merchant', 'organisation_id as organisation'])
        .select(sql<string[]>`array(select role from role_grant g where g.user_id = platform_user.id)`.as('roles'))
        .where('id', '=', id)
        .where('merchant_id', kind === 'provider' ? 'is' : 'is not', null)
        .where(visibleTo(caller, 'platform_user'))
        .executeTakeFirst(),
    { as: 'provider' },
  )
  if (!found) throw new Refusal('invalid_request', { 'body.user': 'not_found' })
  return found
}

interface Draft {
  roles: readonly Role[]
  organisation?: string | null | undefined
  merchant?: string | undefined
}

/** Somebody with these roles in a part of a merchant that the caller sees. */
export async function draftedPerson(databases: Databases, caller: Actor, draft: Draft): Promise<Person> {
  const { scope } = caller
  const whole = draft.merchant ?? (scope.merchant === null ? undefined : (scope.below.at(-1) ?? scope.merchant))
  const organisation = draft.organisation ?? whole
  if (!organisation) throw new Refusal('invalid_request', { 'body.draft.organisation': 'required' })
  const place = { field: 'body.draft.organisation', of: draft.merchant }
  const { merchant } = await inTransaction(databases, caller, (trx) =>
    visibleOrganisation(trx, caller, organisation, place),
  )
  return { id: null, name: caller.name, roles: draft.roles, organisation, merchant }
}
