import type { ReadBody } from '@kontor/contract/endpoint'
import type { createSettlementScheduleEndpoint } from '@kontor/contract/settlements/schedules/settlement-schedule.endpoints'
import type { Trx } from '../../platform/db/database.ts'
import { inTurn } from '../../platform/db/locked.ts'

export type GivenSettlementSchedule = ReadBody<typeof createSettlementScheduleEndpoint>

/** The columns of a schedule: what its frequency does not use is empty. */
export const scheduleValues = (given: GivenSettlementSchedule) => ({
  name: given.name,
  frequency: given.frequency,
  weekdays: given.frequency === 'WEEKLY' ? [...new Set(given.weekdays)].toSorted() : [],
  month_day: given.frequency === 'MONTHLY' ? given.month_day : null,
  shift: given.shift,
  default: given.default,
})

/** Takes the default from the schedule that has it. Changes of it come one after the other; an index allows no second. */
export async function freeDefault(trx: Trx, wanted: boolean, id?: string): Promise<void> {
  await inTurn(trx, 'settlement_schedule')
  if (!wanted) return
  const holder = trx.updateTable('settlement_schedule').set({ default: false }).where('default', '=', true)
  await (id === undefined ? holder : holder.where('id', '<>', id)).execute()
}
