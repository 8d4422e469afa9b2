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
import { Cell } from '../../platform/value/cell.tsx'
import typography from '../../ui/words/typography.module.css'
import { DefaultTag } from './default-tag.tsx'
import { NextRun } from './next-run.tsx'
import { useSettlementRhythm } from './use-settlement-rhythm.ts'

const CreateSettlementSchedule = lazy(() =>
  import('./settlement-schedule.form.tsx').then((module) => ({ default: module.CreateSettlementSchedule })),
)

const columns = columnsOf(settlementSchedule, ['name', 'frequency', 'profiles', 'last_settled', 'default'], {
  extra: ['id', 'shift', 'created_at'],
  lines: { figure: 'frequency', when: 'last_settled', state: 'default' },
  special: {
    frequency: (row) => <Rhythm row={row} />,
    last_settled: (row) => <Runs row={row} />,
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
  const rhythm = useSettlementRhythm()
  return rhythm(row)
}

/** The last day that it settled, with how many settlements it closed, and the next one. */
function Runs({ row }: { row: SettlementSchedule }) {
  const { t } = useTranslation()
  return (
    <>
      <Cell entity={settlementSchedule} name="last_settled" row={row} />
      {row.last_count !== null && (
        <div className={typography.sub}>{t('settlement_schedules.closed', { count: row.last_count })}</div>
      )}
      <NextRun id={row.id} />
    </>
  )
}
