import { report } from '@kontor/contract/reports/report.entity'
import { type ReportType, reportTypes } from '@kontor/contract/reports/report.rules'
import { reportedEntity } from '@kontor/contract/reports/reported-entity'
import { isAllowed } from '@kontor/contract/roles'
import { sql } from 'kysely'
import { toldName } from '../platform/changes/own-people.ts'
import { type Actor, lacksModule, visibleTo } from '../platform/db/actor.ts'
import type { Source } from '../platform/rows/list.ts'

/** A filter may name a payer, so whoever may not open a list sees no reports of it. */
export const reportSource: Source = {
  entity: report,
  rows: (_db, actor) => sql`
    select report.id, report.created_at, report.name, report.type, report.status, report.failure, report.rows as count,
      case when report.status = 'PENDING' and report.rows_expected > 0
        then least(99, report.rows * 100 / report.rows_expected)::int end as progress,
      report.filters, report.sort, report.columns, report.format as file_format, report.time_zone, 
      ${toldName(actor, 'report.created_by')} as created_by,
      report.started_at, report.finished_at, report.as_of, report.expires_at, report.bytes, report.sha256,
      report.schedule_id as schedule, report.due_at, report.organisation_id as organisation, report.merchant_id as merchant
    from report
    where ${visibleTo(actor, 'report')} and report.type = any(${typesOf(actor)}::text[])`,
}

/** The types of which the actor may open the list. */
export const typesOf = (actor: Actor): ReportType[] => reportTypes.filter((type) => mayList(actor, type))

/** True when the actor may open the list of a type, and the merchant has the part of the product that it belongs to. */
export const mayList = (actor: Actor, type: string): boolean =>
  isAllowed(listRoles(type), actor.roles) && !lacksModule(actor, reportedEntity(type) ?? {})

/** The roles that open the list of a type. */
export function listRoles(type: string) {
  const entity = reportedEntity(type)
  if (!entity) throw new TypeError(`${type} has no list`)
  return entity.roles.list
}
