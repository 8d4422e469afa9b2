import { report as reportEntity } from '@kontor/contract/reports/report.entity'
import { isAllowed } from '@kontor/contract/roles'
import type { Reader } from '../platform/db/database.ts'
import { mayList } from './report.rows.ts'
import { reportOwner } from './report-owner.ts'
import { ReportProblem } from './report-problem.ts'

interface Told {
  merchant_id: string
  /** Null: all merchants. */
  organisation_id: string | null
  type: string
  time_zone: string
}

/** True: that person would be shown such a report, by the roles and the part of the merchant that they have at this moment. */
export async function mayOpen(db: Reader, user: string, report: Told): Promise<boolean> {
  try {
    const person = await reportOwner(db, { ...report, created_by_id: user })
    return isAllowed(reportEntity.roles.list, person.roles) && mayList(person, report.type)
  } catch (error) {
    if (error instanceof ReportProblem) return false
    throw error
  }
}
