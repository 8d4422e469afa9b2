import { reportSchedule } from '@kontor/contract/reports/report-schedule.entity'
import { type PauseReason, scheduleLimits } from '@kontor/contract/reports/report-schedule.rules'
import { isAllowed } from '@kontor/contract/roles'
import type { Databases, Trx } from '../../platform/db/database.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'
import type { EngineJob } from '../../platform/jobs/engine-jobs.ts'
import { mayList } from '../report.rows.ts'
import { reportOwner } from '../report-owner.ts'
import { ReportProblem } from '../report-problem.ts'
import { hasRoom } from '../report-room.ts'
import { beginRun, fitsRange, rhythmOf } from './begin-run.ts'
import { nextDue } from './due-instants.ts'
import type { StoredSchedule } from './locked-schedule.ts'
import { pauseSchedule } from './pause-schedule.ts'

interface Settings {
  databases: Databases
  masterKey: string
  nudge: { reports: () => void; mails: () => void }
}

const atOnce = 100

/** Begins the reports that are due, each instant in a transaction of its own with the next one. */
export const dueSchedulesJob = (settings: Settings): EngineJob => ({
  name: 'report schedules',
  every_ms: 1_000,
  async run(now) {
    const { provider } = settings.databases
    const errors: unknown[] = []
    for (;;) {
      const due = await provider
        .selectFrom('report_schedule')
        .select(['merchant_id', 'id'])
        .where('active', '=', true)
        .where('next_due_at', '<=', now.toISOString())
        .orderBy('next_due_at')
        .limit(atOnce)
        .execute()
      for (const key of due)
        await takeDue(settings, key, now).catch(async (error: unknown) => {
          errors.push(error)
          await countFailure(settings, key)
        })
      if (due.length < atOnce) break
    }
    settings.nudge.reports()
    settings.nudge.mails()
    if (errors.length > 0) throw new AggregateError(errors, 'schedules whose reports could not begin')
  },
})

type Key = Pick<StoredSchedule, 'merchant_id' | 'id'>

/** Every instant up to now, in their order: after a time in which nothing ran, each has its own report. */
async function takeDue({ databases, masterKey }: Settings, key: Key, now: Date): Promise<void> {
  while (
    await databases.provider.transaction().execute(async (trx) => {
      const schedule = await lockRow(
        trx
          .selectFrom('report_schedule')
          .selectAll()
          .where('merchant_id', '=', key.merchant_id)
          .where('id', '=', key.id)
          .where('active', '=', true)
          .where('next_due_at', '<=', now.toISOString()),
      )
      if (!schedule?.next_due_at) return false
      const problem = await problemOf(trx, schedule)
      if (problem) {
        await pauseSchedule(trx, masterKey, schedule, problem)
        return false
      }
      const due = new Date(schedule.next_due_at)
      await beginRun(trx, schedule, due)
      await trx
        .updateTable('report_schedule')
        .set({ next_due_at: nextDue(rhythmOf(schedule), due).toISOString() })
        .where('merchant_id', '=', key.merchant_id)
        .where('id', '=', key.id)
        .execute()
      return true
    })
  );
}

/** Why a schedule cannot go on before somebody saves it again. */
async function problemOf(trx: Trx, schedule: Locked<StoredSchedule>): Promise<PauseReason | undefined> {
  try {
    const owner = await reportOwner(trx, schedule)
    const { roles } = owner
    const { create, update } = reportSchedule.roles
    if (!isAllowed(create, roles) && !isAllowed(update, roles)) return 'not_allowed'
    if (!mayList(owner, schedule.type)) return 'not_allowed'
  } catch (error) {
    if (error instanceof ReportProblem) return error.failure === 'owner_gone' ? 'owner_gone' : 'not_allowed'
    throw error
  }
  if (!fitsRange(schedule)) return 'filters_too_long'
  return (await hasRoom(trx, schedule)) ? undefined : 'no_space'
}

/** One that cannot begin does not keep the others from it: after a few looks it pauses. */
async function countFailure({ databases, masterKey }: Settings, key: Key): Promise<void> {
  await databases.provider.transaction().execute(async (trx) => {
    const counted = await trx
      .updateTable('report_schedule')
      .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
      .where('merchant_id', '=', key.merchant_id)
      .where('id', '=', key.id)
      .where('active', '=', true)
      .returning('failures')
      .executeTakeFirst()
    if (counted && counted.failures >= scheduleLimits.failures) await pauseSchedule(trx, masterKey, key, 'failed')
  })
}
