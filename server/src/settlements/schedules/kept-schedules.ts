import type { SettlementRhythm } from '@kontor/contract/settlements/schedules/settlement-days.rules'
import type {
  SettlementFrequency,
  SettlementShift,
} from '@kontor/contract/settlements/schedules/settlement-schedule.rules'
import type { Reader } from '../../platform/db/database.ts'

export interface KeptSchedule extends SettlementRhythm {
  readonly id: string
  readonly name: string
  readonly default: boolean
}

/** All settlement schedules, the default one first. */
export async function keptSchedules(db: Reader): Promise<KeptSchedule[]> {
  const rows = await db.selectFrom('settlement_schedule').selectAll().orderBy('default', 'desc').orderBy('id').execute()
  return rows.map((row) => ({ ...row, ...rhythmOf(row) }))
}

/** The columns have checks for these words. */
export const rhythmOf = (row: {
  frequency: string
  weekdays: string[]
  month_day: number | null
  shift: string
}): SettlementRhythm => ({
  frequency: row.frequency as SettlementFrequency,
  weekdays: row.weekdays,
  month_day: row.month_day,
  shift: row.shift as SettlementShift,
})
