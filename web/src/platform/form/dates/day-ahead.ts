import { plusDays } from '@kontor/contract/dates'
import { todayIn } from '../../list/address/default-window.ts'

/** The calendar day in the zone that is this number of days after today, as 2026-10-21. */
export const dayAhead = (days: number, now: Date, timeZone: string): string => plusDays(todayIn(now, timeZone), days)
