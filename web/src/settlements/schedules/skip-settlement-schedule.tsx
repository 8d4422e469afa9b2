import {
  settlementScheduleDatesEndpoint,
  skipSettlementScheduleEndpoint,
} from '@kontor/contract/settlements/schedules/settlement-schedule.endpoints'
import type { SettlementSchedule } from '@kontor/contract/settlements/schedules/settlement-schedule.entity'
import { settlementScheduleLimits } from '@kontor/contract/settlements/schedules/settlement-schedule.rules'
import { skipSettlementScheduleSchemas } from '@kontor/contract/settlements/schedules/settlement-schedule.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { WaitingDialog } from '../../platform/form/dialog/waiting-dialog.tsx'
import { LongTextField } from '../../platform/form/fields.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'
import { useDays } from '../use-days.ts'

/** Asks why the next day of a schedule is skipped. */
export function SkipSettlementSchedule({ row, onClose }: { row: SettlementSchedule; onClose: () => void }) {
  const { t } = useTranslation()
  const days = useDays()
  const reading = useRead(settlementScheduleDatesEndpoint, { params: { id: row.id } })
  const next = reading.data?.next
  if (!next) return <WaitingDialog title={t('settlement_schedules.skip')} reading={reading} onClose={onClose} />
  const day = days(next, next)
  return (
    <RecordForm
      endpoint={skipSettlementScheduleEndpoint}
      body={skipSettlementScheduleSchemas.body}
      params={{ id: row.id }}
      title={t('settlement_schedules.skip_title', { day })}
      verb={t('settlement_schedules.skip')}
      opened
      onClose={onClose}
      initial={{ day: next, reason: '' }}
      onDone={() => notify({ color: 'green', message: t('settlement_schedules.day_skipped', { day }) })}
    >
      <Text size="sm">{t('settlement_schedules.skip_text')}</Text>
      <LongTextField
        name="reason"
        label={t('settlement_schedules.reason')}
        maxLength={settlementScheduleLimits.reason}
        autoFocus
      />
    </RecordForm>
  )
}
