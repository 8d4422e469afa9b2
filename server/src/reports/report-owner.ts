import { Refusal } from '@kontor/contract/refusal'
import { heldRoles } from '@kontor/contract/roles'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Reader } from '../platform/db/database.ts'
import { scopeBelow } from '../platform/db/scope-below.ts'
import { ReportProblem } from './report-problem.ts'

interface Owned {
  merchant_id: string
  organisation_id: string
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
  const nodes = [...(person.organisation_id && !psp ? [person.organisation_id] : []), report.organisation_id]
  return {
    kind: 'user',
    ...{ id: person.id, name: person.name, psp },
    roles: heldRoles(person.roles, psp ? 'provider' : 'merchant'),
    scope: await scopeBelow(db, report.merchant_id, nodes).catch((error: unknown) => {
      if (error instanceof Refusal) throw new ReportProblem('not_allowed')
      throw error
    }),
    time_zone: report.time_zone,
  }
}
