import { createSettlementScheduleEndpoint } from '@kontor/contract/settlements/schedules/settlement-schedule.endpoints'
import {
  type SettlementSchedule,
  settlementSchedule,
} from '@kontor/contract/settlements/schedules/settlement-schedule.entity'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '../../platform/list/add-button.tsx'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { DefaultTag } from './default-tag.tsx'
import { useSettlementRhythm } from './use-settlement-rhythm.ts'

const CreateSettlementSchedule = lazy(() =>
  import('./settlement-schedule.form.tsx').then((module) => ({ default: module.CreateSettlementSchedule })),
)

const columns = columnsOf(settlementSchedule, ['name', 'frequency', 'profiles', 'last_settled', 'default'], {
  extra: ['id', 'shift', 'created_at'],
  lines: { figure: 'frequency', when: 'last_settled', state: 'default' },
  special: {
    frequency: (row) => <Rhythm row={row} />,
    default: (row) => (row.default ? <DefaultTag /> : null),
  },
})

/** When merchants are settled. */
export default function SettlementSchedulePage() {
  const { t } = useTranslation()
  return (
    <ListPage columns={columns} emptyTitle={t('settlement_schedules.empty')}>
      <AddButton do={createSettlementScheduleEndpoint}>
        {(opened, close) => <CreateSettlementSchedule opened={opened} onClose={close} />}
      </AddButton>
    </ListPage>
  )
}

function Rhythm({ row }: { row: SettlementSchedule }) {
  return useSettlementRhythm()(row)
}
