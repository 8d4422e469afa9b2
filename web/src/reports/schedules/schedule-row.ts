import type { Populated } from '@kontor/contract/entity'
import type { reportSchedule } from '@kontor/contract/reports/report-schedule.entity'
import type { Related } from '../../platform/api/related.ts'
import { useSeesMerchants } from '../../platform/viewer.ts'

interface Person {
  id: string
  name: string
}

export type ScheduleRow = Populated<typeof reportSchedule, { recipients: Related<Person>[] }>

export const populate = ['recipients'] as const

/** True for a schedule of one merchant among those of all: it is changed in the view of that merchant. */
export const useIsOfOneMerchant = (row: Pick<ScheduleRow, 'organisation'> | undefined): boolean =>
  useSeesMerchants() && row !== undefined && row.organisation !== null
