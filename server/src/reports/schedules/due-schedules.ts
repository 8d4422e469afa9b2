import type { Databases } from '../../platform/db/database.ts'
import { lockRow } from '../../platform/db/locked.ts'
import type { EngineJob } from '../../platform/jobs/engine-jobs.ts'
import { reportOwner } from '../report-owner.ts'
import { ReportProblem } from '../report-problem.ts'
import { beginRun, rhythmOf } from './begin-run.ts'
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
    for (;;) {
      const due = await provider
        .selectFrom('report_schedule')
        .select(['merchant_id', 'id'])
        .where('active', '=', true)
        .where('next_due_at', '<=', now.toISOString())
        .orderBy('next_due_at')
        .limit(atOnce)
        .execute()
      for (const key of due) await takeDue(settings, key, now)
      if (due.length < atOnce) break
    }
  },
})

type Key = Pick<StoredSchedule, 'merchant_id' | 'id'>

/** Every instant up to now, in their order: after a time in which nothing ran, each has its own report. */
async function takeDue(settings: Settings, key: Key, now: Date): Promise<void> {
  const { databases, masterKey, nudge } = settings
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
      const problem = await reportOwner(trx, schedule).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof ReportProblem) return error.failure
          throw error
        },
      )
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
  nudge.reports()
  nudge.mails()
}
