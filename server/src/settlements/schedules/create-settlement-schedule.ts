import { Refusal } from '@kontor/contract/refusal'
import { settlementScheduleLimits } from '@kontor/contract/settlements/schedules/settlement-schedule.rules'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { refusingTakenName } from '../../platform/db/taken-name.ts'
import { freeDefault, type GivenSettlementSchedule, scheduleValues } from './schedule-values.ts'

export async function createSettlementSchedule(trx: Trx, given: GivenSettlementSchedule, now: Date): Promise<string> {
  await freeDefault(trx, given.default)
  const { count } = await trx
    .selectFrom('settlement_schedule')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= settlementScheduleLimits.kept) throw new Refusal('limit_reached')
  const { id, created_at } = newId(now)
  await refusingTakenName(
    'settlement_schedule_name_key',
    trx
      .insertInto('settlement_schedule')
      .values({ ...scheduleValues(given), id, created_at })
      .execute(),
  )
  return id
}
