import type { SettlementFrequency } from '@kontor/contract/settlements/schedules/settlement-schedule.rules'
import { newId } from '../../../src/platform/db/ids.ts'
import type { Making } from '../making.ts'

export async function settlementSchedule(
  { db, next }: Making,
  given: { name?: string; frequency?: SettlementFrequency; weekdays?: string[]; month_day?: number } = {},
): Promise<string> {
  const { id, created_at } = newId(new Date())
  const { frequency = 'DAILY', weekdays = frequency === 'WEEKLY' ? ['1'] : [] } = given
  await db
    .insertInto('settlement_schedule')
    .values({
      ...{ id, created_at, frequency, weekdays, name: given.name ?? `settlement schedule ${next()}` },
      month_day: given.month_day ?? (frequency === 'MONTHLY' ? 1 : null),
    })
    .execute()
  return id
}
