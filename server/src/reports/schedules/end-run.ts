import { scheduleLimits } from '@kontor/contract/reports/report-schedule.rules'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { whyNotOpen } from '../why-not-open.ts'
import { pauseSchedule } from './pause-schedule.ts'

export const readyMail = 'report_ready'
const week_ms = 7 * 86_400_000

interface Ended {
  id: string
  recipients: string[]
  failed: boolean
  failures: number
  merchant_id: string
  organisation_id: string | null
  type: string
  time_zone: string
}

/**
 * What follows the end of a schedule's report, in the same transaction: its address is told, and its recipients are mailed a
 * link; a third failure after another pauses the schedule.
 */
export async function endRun(trx: Trx, masterKey: string, report: { merchant_id: string; id: string }): Promise<void> {
  const { merchant_id, id } = report
  const { rows } = await sql<Ended>`
    update report_schedule s set failures = case when r.failure is null then 0 else s.failures + 1 end
    from report r where r.merchant_id = ${merchant_id} and r.id = ${id} and s.merchant_id = r.merchant_id and s.id = r.schedule_id
    returning s.id, s.recipients, r.failure is not null as failed, s.failures, r.merchant_id, r.organisation_id, r.type,
      r.time_zone`.execute(trx)
  const [schedule] = rows
  if (!schedule) return
  await sql`select tell_status('report', to_jsonb(r), s.webhook_url)
    from report r join report_schedule s on s.merchant_id = r.merchant_id and s.id = r.schedule_id
    where r.merchant_id = ${merchant_id} and r.id = ${id} and s.webhook_url is not null`.execute(trx)
  if (schedule.failed) {
    if (schedule.failures >= scheduleLimits.failures)
      await pauseSchedule(trx, masterKey, { merchant_id, id: schedule.id }, 'failed')
    return
  }
  // Who may not open it any more would be told how many rows it has.
  const problems = await Promise.all(schedule.recipients.map((user) => whyNotOpen(trx, user, schedule)))
  for (const user of schedule.recipients.filter((_, at) => problems[at] === null))
    await enqueueMail(
      trx,
      masterKey,
      { template: readyMail, values: { user, merchant: merchant_id, report: id }, useful_ms: week_ms },
      new Date(),
    )
}
