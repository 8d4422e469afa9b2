import type { Populated } from '@kontor/contract/entity'
import type { reportSchedule } from '@kontor/contract/reports/report-schedule.entity'
import type { Related } from '../../platform/api/related.ts'

interface Person {
  id: string
  name: string
}

export type ScheduleRow = Populated<typeof reportSchedule, { recipients: Related<Person>[] }>

export const populate = ['recipients'] as const
