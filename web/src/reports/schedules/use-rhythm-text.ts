import { useTranslation } from 'react-i18next'
import { weekdayName } from '../../platform/value/weekday-name.ts'
import type { ScheduleRow } from './schedule-row.ts'

/** The rhythm in words: "Weekly on Monday, 06:00, Europe/Amsterdam". */
export function useRhythmText() {
  const { t, i18n } = useTranslation()
  return ({ frequency, weekdays, month_day, at_time, time_zone }: ScheduleRow): string => {
    const days = weekdays.map((day) => weekdayName(Number(day), i18n.language)).join(', ')
    const text = {
      DAILY: t('schedules.daily'),
      WEEKLY: t('schedules.weekly', { days }),
      MONTHLY: t('schedules.monthly', { day: month_day ?? 1 }),
    }[frequency]
    return [text, at_time, time_zone].join(', ')
  }
}
