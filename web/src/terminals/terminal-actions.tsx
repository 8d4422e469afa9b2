import {
  activateTerminalEndpoint,
  deactivateTerminalEndpoint,
  deleteTerminalEndpoint,
  updateTerminalEndpoint,
} from '@kontor/contract/terminals/terminal.endpoints'
import { IconPencil, IconPower } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import { DeleteAction } from '../platform/panel/delete-action.tsx'
import type { TerminalRow } from './terminal-row.ts'

const EditTerminal = lazy(() => import('./terminal.form.tsx').then((module) => ({ default: module.EditTerminal })))

export function TerminalActions({ row }: { row: TerminalRow }) {
  const { t } = useTranslation()
  const wasEditing = useHasDraft(draftName(updateTerminalEndpoint, row.id))
  const [open, setOpen] = useState<'nothing' | 'edit' | 'switch'>(wasEditing ? 'edit' : 'nothing')
  const close = () => setOpen('nothing')
  const verb = row.status === 'ACTIVE' ? 'deactivate' : 'activate'
  return (
    <ActionBar>
      <IfMay do={updateTerminalEndpoint}>
        <ActionButton icon={IconPencil} label={t('action.edit')} onClick={() => setOpen('edit')} />
        <ActionButton icon={IconPower} label={t(`terminals.${verb}`)} onClick={() => setOpen('switch')} />
        {open === 'edit' && (
          <Suspense fallback={null}>
            <EditTerminal row={row} onClose={close} />
          </Suspense>
        )}
        <ConfirmCommand
          endpoint={verb === 'activate' ? activateTerminalEndpoint : deactivateTerminalEndpoint}
          params={{ id: row.id }}
          opened={open === 'switch'}
          onClose={close}
          title={t(`terminals.${verb}_title`, { name: row.name })}
          text={t(`terminals.${verb}_text`)}
          verb={t(`terminals.${verb}`)}
          isDangerous={verb === 'deactivate'}
          done={t(`terminals.${verb}d`)}
        />
      </IfMay>
      <IfMay do={deleteTerminalEndpoint}>
        <DeleteAction
          endpoint={deleteTerminalEndpoint}
          row={row}
          text={t('terminals.delete_text')}
          done={t('terminals.deleted', { name: row.name })}
          reason={row.last_transaction === null ? undefined : t('terminals.has_payments')}
        />
      </IfMay>
    </ActionBar>
  )
}
