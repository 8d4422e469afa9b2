import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import { refusingTakenName } from '../../platform/db/taken-name.ts'
import { lockSettlementSchedule } from './locked-settlement-schedule.ts'
import { freeDefault, type GivenSettlementSchedule, scheduleValues } from './schedule-values.ts'

/** Counts from the next business day on: what is closed stays as it was settled. */
export async function updateSettlementSchedule(trx: Trx, id: string, given: GivenSettlementSchedule): Promise<void> {
  await freeDefault(trx, given.default, id)
  const before = await lockSettlementSchedule(trx, id)
  // Without a default nothing would settle the merchants whose profile names no schedule.
  if (before.default && !given.default) throw new Refusal('settlement_schedule_default', { 'body.default': 'required' })
  await refusingTakenName(
    'settlement_schedule_name_key',
    trx.updateTable('settlement_schedule').set(scheduleValues(given)).where('id', '=', id).execute(),
  )
}
