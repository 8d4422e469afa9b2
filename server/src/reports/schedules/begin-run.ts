import { reportLimits } from '@kontor/contract/reports/report.rules'
import type { SchedulePeriod } from '@kontor/contract/reports/report-schedule.rules'
import { reportedEntity } from '@kontor/contract/reports/reported-entity'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Locked } from '../../platform/db/locked.ts'
import { daysOf, periodOf, type Rhythm } from './due-instants.ts'
import type { StoredSchedule } from './locked-schedule.ts'

/** CHECKs of the table have the words. */
export const rhythmOf = (schedule: StoredSchedule): Rhythm => schedule as Rhythm

const someInstant = new Date(0).toISOString()
/** The characters that a run adds to the filters of its schedule; days are fewer. */
export const rangeLength = `&${written('created_at', someInstant, someInstant)}`.length

/** Whether the filters, which an earlier version did not bound enough, have room for the range of a run. */
export const fitsRange = ({ filters }: StoredSchedule): boolean => filters.length <= reportLimits.filters - rangeLength

/**
 * Writes the report of one due instant; the queue makes it. Its filters follow from that instant and the one before, so a late
 * run has the same rows. An instant has one report: a second try adds none.
 */
export async function beginRun(trx: Trx, schedule: Locked<StoredSchedule>, due: Date): Promise<void> {
  const { merchant_id, organisation_id, type, columns, format, time_zone, created_by, created_by_id } = schedule
  const range = await rangeOf(trx, schedule, due)
  const { id, created_at } = newId(new Date())
  const sort = new URLSearchParams(schedule.filters).get('_sort') ?? reportedEntity(type)?.defaultSort ?? ''
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

/** The filters of the period of a run, by the field of its list that has the time. */
async function rangeOf(trx: Trx, schedule: StoredSchedule, due: Date): Promise<string> {
  const by = reportedEntity(schedule.type)?.period
  if (!by) throw new TypeError(`${schedule.type} has rows of no time`)
  const of = [schedule.period as SchedulePeriod, rhythmOf(schedule)] as const
  if (by.unit === 'instant') {
    const { from, to } = periodOf(...of, due, lastOf(schedule))
    return written(by.field, from.toISOString(), to.toISOString())
  }
  const { time_zone } = await trx.selectFrom('installation').select('time_zone').executeTakeFirstOrThrow()
  const { from, to } = daysOf(...of, time_zone, due, lastOf(schedule))
  return written(by.field, by.unit === 'month' ? `${from.slice(0, 7)}-01` : from, to)
}

function written(field: string, from: string, to: string): string {
  return `${field}>=${from}&${field}<=${to}`
}
