import { settlementScheduleDatesEndpoint } from '@kontor/contract/settlements/schedules/settlement-schedule.endpoints'
import type { SettlementSchedule } from '@kontor/contract/settlements/schedules/settlement-schedule.entity'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { PanelSection } from '../../platform/panel/panel-head.tsx'
import { SmallTable, WordsCell, WordsHead } from '../../ui/table/small-table.tsx'
import { useDays } from '../use-days.ts'

/** The next five days of a schedule, and what each covers. */
export function SettlementScheduleDates({ row }: { row: SettlementSchedule }) {
  const { t } = useTranslation()
  const days = useDays()
  const { data, error, refetch } = useRead(settlementScheduleDatesEndpoint, { params: { id: row.id } })
  return (
    <PanelSection title={t('settlement_schedules.next')}>
      {!data && <NotYet error={error} refetch={refetch} rows={3} />}
      {data?.dates.length === 0 && <Text size="sm">{t('settlement_schedules.by_hand')}</Text>}
      {data && data.dates.length > 0 && (
        <SmallTable label={t('settlement_schedules.next')}>
          <thead>
            <tr>
              <WordsHead>{t('settlement_schedules.closes_on')}</WordsHead>
              <WordsHead>{t('settlement_schedules.covers')}</WordsHead>
            </tr>
          </thead>
          <tbody>
            {data.dates.map((date) => (
              <tr key={date.day}>
                <WordsCell>{days(date.day, date.day)}</WordsCell>
                <WordsCell>
                  {date.skipped === null
                    ? days(date.covers_from, date.covers_through)
                    : t('settlement_schedules.skipped', { reason: date.skipped })}
                </WordsCell>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
    </PanelSection>
  )
}
