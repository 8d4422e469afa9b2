import type { ReplyOf } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { scheduleRecipientsEndpoint } from '@kontor/contract/reports/report-schedule.endpoints'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { requireSeenList } from '../require-list.ts'
import { whyNotOpen } from '../why-not-open.ts'

/** The recipients of a schedule, each with what keeps its report from them at this moment. */
export async function scheduleRecipients(
  trx: Trx,
  actor: Actor,
  id: string,
): Promise<ReplyOf<typeof scheduleRecipientsEndpoint>> {
  const schedule = await trx
    .selectFrom('report_schedule')
    .select(['merchant_id', 'organisation_id', 'type', 'time_zone', 'recipients'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'report_schedule'))
    .executeTakeFirst()
  if (!schedule) throw new Refusal('not_found')
  requireSeenList(actor, schedule.type)
  const recipients = []
  for (const user of schedule.recipients) recipients.push({ user, problem: await whyNotOpen(trx, user, schedule) })
  return recipients
}
