import type { ReplyOf } from '@kontor/contract/endpoint'
import type { transactionTimeOfDayEndpoint } from '@kontor/contract/insights/transaction-statistics.endpoints'
import { sumOfVolumes, type TooLarge } from '@kontor/contract/sums'

export type TimeOfDayReply = ReplyOf<typeof transactionTimeOfDayEndpoint>

export interface Hour {
  weekday: number
  hour: number
  count: number
  volume: number | null
  too_large?: TooLarge | undefined
}

export const hoursOf = (reply: TimeOfDayReply | undefined): Hour[] =>
  reply?.weekdays.flatMap(({ weekday, hours }) => hours.map((hour) => ({ weekday, ...hour }))) ?? []

/** The same figures, added up by weekday or by hour. */
export function summed(hours: readonly Hour[], by: 'weekday' | 'hour'): Hour[] {
  const sums = new Map<number, Hour>()
  for (const hour of hours) {
    const sum = sums.get(hour[by])
    sums.set(hour[by], sum ? { ...sum, count: sum.count + hour.count, ...sumOfVolumes([sum, hour]) } : { ...hour })
  }
  return [...sums.values()]
}

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
