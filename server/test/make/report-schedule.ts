import { randomUUID } from 'node:crypto'
import type { ReportType } from '@kontor/contract/reports/report.rules'
import type { ScheduleFrequency } from '@kontor/contract/reports/report-schedule.rules'
import { newId } from '../../src/platform/db/ids.ts'
import type { Making } from './making.ts'

interface Given {
  organisation?: string
  name?: string
  type?: ReportType
  frequency?: ScheduleFrequency
  active?: boolean
  recipients?: string[]
}

/** A schedule that is due in a far future. */
export async function reportSchedule({ db, next }: Making, merchant: string, given: Given = {}): Promise<string> {
  const { id, created_at } = newId(new Date())
  const { organisation = merchant, frequency = 'DAILY', active = true } = given
  await db
    .insertInto('report_schedule')
    .values({
      ...{ merchant_id: merchant, organisation_id: organisation, id, created_at, frequency, active },
      ...{ name: given.name ?? `schedule ${next()}`, type: given.type ?? 'transaction', filters: '', columns: ['id'] },
      ...{ format: 'csv', time_zone: 'Europe/Amsterdam', at_time: '02:30', period: 'PREVIOUS_DAY' },
      recipients: given.recipients ?? [],
      weekdays: frequency === 'WEEKLY' ? ['1'] : [],
      month_day: frequency === 'MONTHLY' ? 1 : null,
      ...{ created_by: 'Somebody', created_by_id: randomUUID() },
      next_due_at: active ? '2999-01-01T00:00:00.000Z' : null,
    })
    .execute()
  return id
}
