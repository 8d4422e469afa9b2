import {
  deleteSettlementProfileEndpoint,
  holdSettlementProfileEndpoint,
  releaseSettlementProfileEndpoint,
  updateSettlementProfileEndpoint,
} from '@kontor/contract/settlements/profiles/settlement-profile.endpoints'
import { IconHandStop, IconPencil, IconPlayerPlay } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { DeleteAction } from '../../platform/panel/delete-action.tsx'
import type { SettlementProfileRow } from './settlement-profile-row.ts'

const EditSettlementProfile = lazy(() =>
  import('./settlement-profile.form.tsx').then((module) => ({ default: module.EditSettlementProfile })),
)
const HoldSettlementProfile = lazy(() =>
  import('./hold-settlement-profile.tsx').then((module) => ({ default: module.HoldSettlementProfile })),
)

export function SettlementProfileActions({ row }: { row: SettlementProfileRow }) {
  const { t } = useTranslation()
  const { id, name } = row
  const wasEditing = useHasDraft(draftName(updateSettlementProfileEndpoint, id))
  const [open, setOpen] = useState<'nothing' | 'edit' | 'hold' | 'release'>(wasEditing ? 'edit' : 'nothing')
  const close = () => setOpen('nothing')
  return (
    <ActionBar>
      <IfMay do={updateSettlementProfileEndpoint}>
        <ActionButton icon={IconPencil} label={t('action.edit')} isPrimary onClick={() => setOpen('edit')} />
      </IfMay>
      {row.status === 'ACTIVE' ? (
        <IfMay do={holdSettlementProfileEndpoint}>
          <ActionButton icon={IconHandStop} label={t('settlement_profiles.hold')} onClick={() => setOpen('hold')} />
        </IfMay>
      ) : (
        <IfMay do={releaseSettlementProfileEndpoint}>
          <ActionButton
            icon={IconPlayerPlay}
            label={t('settlement_profiles.release')}
            onClick={() => setOpen('release')}
          />
        </IfMay>
      )}
      <IfMay do={deleteSettlementProfileEndpoint}>
        <DeleteAction
          endpoint={deleteSettlementProfileEndpoint}
          row={row}
          text={t('settlement_profiles.delete_text')}
          done={t('settlement_profiles.deleted', { name })}
        />
      </IfMay>
      <ConfirmCommand
        endpoint={releaseSettlementProfileEndpoint}
        params={{ id }}
        opened={open === 'release'}
        onClose={close}
        title={t('settlement_profiles.release_title', { name })}
        text={t('settlement_profiles.release_text')}
        verb={t('settlement_profiles.release')}
        done={t('settlement_profiles.released', { name })}
      />
      <Suspense fallback={null}>
        {open === 'edit' && <EditSettlementProfile row={row} onClose={close} />}
        {open === 'hold' && <HoldSettlementProfile row={row} onClose={close} />}
      </Suspense>
    </ActionBar>
  )
}
