import { allMerchants } from '@kontor/contract/reports/report.rules'
import type { PauseReason } from '@kontor/contract/reports/report-schedule.rules'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import type { StoredSchedule } from './locked-schedule.ts'

export const pausedMail = 'report_schedule_paused'

/** Pauses a schedule that cannot go on, and tells those who hold everything of the merchant, or of the provider. */
export async function pauseSchedule(
  trx: Trx,
  masterKey: string,
  { merchant_id, id }: Pick<StoredSchedule, 'merchant_id' | 'id'>,
  reason: PauseReason,
): Promise<void> {
  await trx
    .updateTable('report_schedule')
    .set({ active: false, paused_reason: reason, next_due_at: null })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
  const { rows } = await sql<{ id: string }>`select u.id from platform_user u
    where u.active and case when ${merchant_id} = ${allMerchants} then u.merchant_id is null
        else u.merchant_id = ${merchant_id} and u.organisation_id = u.merchant_id end
      and exists (select from role_grant g where g.user_id = u.id and g.role in ('USER_ALL', 'PSP_ALL'))
    order by u.id limit 20`.execute(trx)
  for (const { id: user } of rows)
    await enqueueMail(
      trx,
      masterKey,
      { template: pausedMail, values: { user, merchant: merchant_id, schedule: id }, useful_ms: week_ms },
      new Date(),
    )
}

const week_ms = 7 * 86_400_000
