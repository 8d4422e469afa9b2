import { settlementSchedule } from '@kontor/contract/settlements/schedules/settlement-schedule.entity'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { HistoryBelow } from '../../platform/panel/history-tab.tsx'
import { TitledHead } from '../../platform/panel/panel-head.tsx'
import { Cell } from '../../platform/value/cell.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { DefaultTag } from './default-tag.tsx'
import { CutOff } from './next-run.tsx'
import { SettlementScheduleActions } from './settlement-schedule-actions.tsx'
import { SettlementScheduleDates } from './settlement-schedule-dates.tsx'
import { useSettlementRhythm } from './use-settlement-rhythm.ts'

/** A settlement schedule: when it settles, the days to come, and who follows it. */
export default function SettlementSchedulePanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const rhythm = useSettlementRhythm()
  const { data: row, error, refetch } = useRow(settlementSchedule, id)
  if (!row) return <NotYet error={error} refetch={refetch} rows={6} />
  return (
    <>
      <TitledHead
        title={row.name}
        tags={row.default && <DefaultTag />}
        actions={<SettlementScheduleActions row={row} />}
      >
        <span>{rhythm(row)}</span>
      </TitledHead>
      <FieldList
        fields={[
          [t('settlement_schedules.cut_off'), <CutOff key="cut_off" id={id} />],
          [
            labels.field(settlementSchedule, 'shift'),
            row.frequency === 'MANUAL' ? null : labels.value('shift', undefined, row.shift),
          ],
          [
            labels.field(settlementSchedule, 'profiles'),
            row.default
              ? t('settlement_schedules.profiles_and_others', { count: row.profiles })
              : labels.number(row.profiles),
          ],
          [
            labels.field(settlementSchedule, 'last_settled'),
            row.last_settled && <Cell entity={settlementSchedule} name="last_settled" row={row} />,
          ],
          [
            labels.field(settlementSchedule, 'last_count'),
            row.last_count === null ? null : labels.number(row.last_count),
          ],
        ]}
      />
      <SettlementScheduleDates row={row} />
      <HistoryBelow entity={settlementSchedule} id={id} />
    </>
  )
}
