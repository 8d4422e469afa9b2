import { reportLimits } from '@kontor/contract/reports/report.rules'
import type { SchedulePeriod } from '@kontor/contract/reports/report-schedule.rules'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Locked } from '../../platform/db/locked.ts'
import { periodOf, type Rhythm } from './due-instants.ts'
import type { StoredSchedule } from './locked-schedule.ts'

/** CHECKs of the table have the words. */
export const rhythmOf = (schedule: StoredSchedule): Rhythm => schedule as Rhythm

/** The characters that a run adds to the filters of its schedule. */
export const rangeLength = `&${rangeOf(new Date(0), new Date(0))}`.length

/** Whether the filters, which an earlier version did not bound enough, have room for the range of a run. */
export const fitsRange = ({ filters }: StoredSchedule): boolean => filters.length <= reportLimits.filters - rangeLength

/**
 * Writes the report of one due instant; the queue makes it. Its filters follow from that instant and the one before, so a late
 * run has the same rows. An instant has one report: a second try adds none.
 */
export async function beginRun(trx: Trx, schedule: Locked<StoredSchedule>, due: Date): Promise<void> {
  const { merchant_id, organisation_id, type, columns, format, time_zone, created_by, created_by_id } = schedule
  const { from, to } = periodOf(schedule.period as SchedulePeriod, rhythmOf(schedule), due, lastOf(schedule))
  const range = rangeOf(from, to)
  const { id, created_at } = newId(new Date())
  const sort = new URLSearchParams(schedule.filters).get('_sort') ?? '-created_at'
  await trx
    .insertInto('report')
    .values({
      ...{ merchant_id, organisation_id, id, created_at, type, columns, format, time_zone, sort },
      ...{ created_by, created_by_id, schedule_id: schedule.id, due_at: due.toISOString(), name: schedule.name },
      filters: schedule.filters ? `${schedule.filters}&${range}` : range,
    })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'schedule_id', 'due_at']).where('schedule_id', 'is not', null).doNothing(),
    )
    .execute()
  await trx
    .updateTable('report_schedule')
    .set({ last_due_at: due.toISOString() })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', schedule.id)
    .execute()
}

const lastOf = ({ last_due_at }: StoredSchedule): Date | undefined => (last_due_at ? new Date(last_due_at) : undefined)

function rangeOf(from: Date, to: Date): string {
  return `created_at>=${from.toISOString()}&created_at<=${to.toISOString()}`
}
