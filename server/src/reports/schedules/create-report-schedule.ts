import { Refusal } from '@kontor/contract/refusal'
import { scheduleLimits } from '@kontor/contract/reports/report-schedule.rules'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { inTurn } from '../../platform/db/locked.ts'
import type { Sources } from '../../platform/rows/populate.ts'
import { type GivenSchedule, scheduleValues } from './schedule-values.ts'

export async function createReportSchedule(
  trx: Trx,
  actor: Actor,
  given: GivenSchedule,
  now: Date,
  sources: Sources,
): Promise<string> {
  const values = await scheduleValues(trx, actor, given, now, sources)
  // Two at once would both count one too few.
  await inTurn(trx, `report_schedule/${values.merchant_id}`)
  const { count } = await trx
    .selectFrom('report_schedule')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', values.merchant_id)
    .executeTakeFirstOrThrow()
  if (count >= scheduleLimits.kept) throw new Refusal('limit_reached')
  const { id, created_at } = newId(now)
  await trx
    .insertInto('report_schedule')
    .values({ ...values, id, created_at })
    .execute()
  return id
}
