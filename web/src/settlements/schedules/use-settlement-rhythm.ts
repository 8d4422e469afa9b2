import type { SettlementSchedule } from '@kontor/contract/settlements/schedules/settlement-schedule.entity'
import { useTranslation } from 'react-i18next'
import { weekdayName } from '../../platform/value/weekday-name.ts'

type Rhythm = Pick<SettlementSchedule, 'frequency' | 'weekdays' | 'month_day'>

/** When a schedule settles, in words: "Weekly on Monday". */
export function useSettlementRhythm() {
  const { t, i18n } = useTranslation()
  return ({ frequency, weekdays, month_day }: Rhythm): string => {
    const days = new Intl.ListFormat(i18n.language).format(
      weekdays.map((day) => weekdayName(Number(day), i18n.language)),
    )
    return {
      DAILY: t('settlement_schedules.daily'),
      WEEKLY: t('settlement_schedules.weekly', { days }),
      HALF_MONTHLY: t('settlement_schedules.half_monthly'),
      MONTHLY: t('settlement_schedules.monthly', { day: month_day ?? 1 }),
      MANUAL: t('settlement_schedules.manual'),
    }[frequency]
  }
}
