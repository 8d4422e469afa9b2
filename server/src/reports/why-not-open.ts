import { report as reportEntity } from '@kontor/contract/reports/report.entity'
import type { RecipientProblem } from '@kontor/contract/reports/report-schedule.rules'
import { isAllowed } from '@kontor/contract/roles'
import type { Reader } from '../platform/db/database.ts'
import { listRoles, mayList } from './report.rows.ts'
import { reportOwner } from './report-owner.ts'
import { ReportProblem } from './report-problem.ts'

interface Told {
  merchant_id: string
  /** Null: all merchants. */
  organisation_id: string | null
  type: string
  time_zone: string
}

/**
 * Why that person would not be shown such a report, by the roles and the part of the merchant that they have at this moment. Null:
 * it is shown.
 */
export async function whyNotOpen(db: Reader, user: string, report: Told): Promise<RecipientProblem | null> {
  try {
    const person = await reportOwner(db, { ...report, created_by_id: user })
    if (!isAllowed(reportEntity.roles.list, person.roles)) return 'no_reports'
    if (!isAllowed(listRoles(report.type), person.roles)) return 'no_list'
    return mayList(person, report.type) ? null : 'lacks_module'
  } catch (error) {
    if (error instanceof ReportProblem) return error.failure === 'owner_gone' ? 'gone' : 'elsewhere'
    throw error
  }
}
