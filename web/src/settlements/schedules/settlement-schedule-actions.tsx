import {
  deleteSettlementScheduleEndpoint,
  runSettlementScheduleEndpoint,
  skipSettlementScheduleEndpoint,
  updateSettlementScheduleEndpoint,
} from '@kontor/contract/settlements/schedules/settlement-schedule.endpoints'
import type { SettlementSchedule } from '@kontor/contract/settlements/schedules/settlement-schedule.entity'
import { IconPencil, IconPlayerPlay, IconPlayerSkipForward } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { notify } from '../../platform/notify.ts'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { DeleteAction } from '../../platform/panel/delete-action.tsx'

const EditSettlementSchedule = lazy(() =>
  import('./settlement-schedule.form.tsx').then((module) => ({ default: module.EditSettlementSchedule })),
)
const SkipSettlementSchedule = lazy(() =>
  import('./skip-settlement-schedule.tsx').then((module) => ({ default: module.SkipSettlementSchedule })),
)

export function SettlementScheduleActions({ row }: { row: SettlementSchedule }) {
  const { t } = useTranslation()
  const { id, name } = row
  const wasEditing = useHasDraft(draftName(updateSettlementScheduleEndpoint, id))
  const [open, setOpen] = useState<'nothing' | 'edit' | 'run' | 'skip'>(wasEditing ? 'edit' : 'nothing')
  const close = () => setOpen('nothing')
  return (
    <ActionBar>
      <IfMay do={updateSettlementScheduleEndpoint}>
        <ActionButton icon={IconPencil} label={t('action.edit')} isPrimary onClick={() => setOpen('edit')} />
      </IfMay>
      <IfMay do={runSettlementScheduleEndpoint}>
        <ActionButton icon={IconPlayerPlay} label={t('settlement_schedules.run')} onClick={() => setOpen('run')} />
        <ConfirmCommand
          endpoint={runSettlementScheduleEndpoint}
          params={{ id }}
          opened={open === 'run'}
          onClose={close}
          title={t('settlement_schedules.run_title', { name })}
          text={t('settlement_schedules.run_text')}
          verb={t('settlement_schedules.run')}
          done={({ settlements, failed }) =>
            notify({
              color: failed > 0 ? 'red' : 'green',
              message:
                failed > 0
                  ? t('settlement_schedules.run_failed', { count: failed })
                  : t('settlement_schedules.ran', { count: settlements }),
            })
          }
        />
      </IfMay>
      {row.frequency !== 'MANUAL' && (
        <IfMay do={skipSettlementScheduleEndpoint}>
          <ActionButton
            icon={IconPlayerSkipForward}
            label={t('settlement_schedules.skip')}
            onClick={() => setOpen('skip')}
          />
        </IfMay>
      )}
      <IfMay do={deleteSettlementScheduleEndpoint}>
        <DeleteAction
          endpoint={deleteSettlementScheduleEndpoint}
          row={row}
          text={t('settlement_schedules.delete_text')}
          done={t('settlement_schedules.deleted', { name })}
          reason={row.default ? t('settlement_schedules.default_stays') : undefined}
        />
      </IfMay>
      <Suspense fallback={null}>
        {open === 'edit' && <EditSettlementSchedule row={row} onClose={close} />}
        {open === 'skip' && <SkipSettlementSchedule row={row} onClose={close} />}
      </Suspense>
    </ActionBar>
  )
}
