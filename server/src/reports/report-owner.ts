import { Refusal } from '@kontor/contract/refusal'
import { heldRoles } from '@kontor/contract/roles'
import { sql } from 'kysely'
import type { Actor, Scope } from '../platform/db/actor.ts'
import type { Reader } from '../platform/db/database.ts'
import { lacksOf } from '../platform/db/lacked-modules.ts'
import { scopeBelow } from '../platform/db/scope-below.ts'
import { ReportProblem } from './report-problem.ts'

interface Owned {
  merchant_id: string
  /** Null: all merchants. */
  organisation_id: string | null
  created_by_id: string
  time_zone: string
}

/**
 * The owner of a report as the owner is at this moment: with the roles and the part of the merchant that a request of theirs
 * would have now, and within the part that the report was asked for.
 */
export async function reportOwner(db: Reader, report: Owned): Promise<Actor> {
  const person = await db
    .selectFrom('platform_user as u')
    .leftJoin('merchant as m', 'm.id', 'u.merchant_id')
    .select(['u.id', 'u.name', 'u.merchant_id', 'u.organisation_id', 'u.active', 'm.active as merchant_active'])
    .select(sql<string[]>`array(select role from role_grant g where g.user_id = u.id)`.as('roles'))
    .where('u.id', '=', report.created_by_id)
    .executeTakeFirst()
  if (!person?.active || person.merchant_active === false) throw new ReportProblem('owner_gone')
  const psp = person.merchant_id === null
  const scope = await scopeOf(db, person, report)
  return {
    kind: 'user',
    ...{ id: person.id, name: person.name, psp },
    roles: heldRoles(person.roles, psp ? 'provider' : 'merchant'),
    scope,
    isForMerchant: scope.merchant !== null,
    lacks: await lacksOf(db, scope),
    time_zone: report.time_zone,
  }
}

/** Only the provider's staff see all merchants. */
async function scopeOf(
  db: Reader,
  owner: { merchant_id: string | null; organisation_id: string | null },
  { merchant_id, organisation_id }: Owned,
): Promise<Scope> {
  const psp = owner.merchant_id === null
  if (organisation_id === null) {
    if (!psp) throw new ReportProblem('not_allowed')
    return { merchant: null }
  }
  const nodes = [...(owner.organisation_id && !psp ? [owner.organisation_id] : []), organisation_id]
  return scopeBelow(db, merchant_id, nodes).catch((error: unknown) => {
    if (error instanceof Refusal) throw new ReportProblem('not_allowed')
    throw error
  })
}
