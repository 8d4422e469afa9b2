import { settlementScheduleDatesEndpoint } from '@kontor/contract/settlements/schedules/settlement-schedule.endpoints'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import typography from '../../ui/words/typography.module.css'
import { useDays } from '../use-days.ts'

/** When a schedule settles next, with its cut-off: business days end at midnight of the provider's zone. */
export function NextRun({ id }: { id: string }) {
  const { t } = useTranslation()
  const days = useDays()
  const { data } = useRead(settlementScheduleDatesEndpoint, { params: { id } })
  if (!data?.next) return null
  return (
    <div className={typography.sub}>
      {t('settlement_schedules.next_at', { day: days(data.next, data.next), zone: data.time_zone })}
    </div>
  )
}

/** The same hour for all schedules, with its zone. */
export function CutOff({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data } = useRead(settlementScheduleDatesEndpoint, { params: { id } })
  return data ? t('settlement_schedules.cut_off_at', { zone: data.time_zone }) : '–'
}
