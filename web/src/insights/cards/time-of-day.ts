import type { StatisticsReply } from '@kontor/contract/insights/statistics-call'
import type { transactionTimeOfDay } from '@kontor/contract/insights/transaction-statistics.calls'
import { sumOfVolumes, type TooLarge } from '@kontor/contract/sums'

export type TimeOfDayReply = StatisticsReply<typeof transactionTimeOfDay>

export interface Hour {
  weekday: number
  hour: number
  count: number
  volume: number | null
  too_large?: TooLarge | undefined
}

export const hoursOf = (reply: TimeOfDayReply | undefined): Hour[] =>
  reply?.weekdays.flatMap(({ weekday, hours }) => hours.map((hour) => ({ weekday, ...hour }))) ?? []

/** The same figures by one of the two alone. */
export function summed(hours: readonly Hour[], by: 'weekday' | 'hour'): Hour[] {
  const sums = new Map<number, Hour>()
  for (const hour of hours) {
    const sum = sums.get(hour[by])
    sums.set(hour[by], sum ? { ...sum, count: sum.count + hour.count, ...sumOfVolumes([sum, hour]) } : { ...hour })
  }
  return [...sums.values()]
}

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
