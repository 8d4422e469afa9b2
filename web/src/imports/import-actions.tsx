import {
  cancelImportEndpoint,
  readImportFileEndpoint,
  readRejectedRowsEndpoint,
  rerunImportEndpoint,
  revertImportEndpoint,
} from '@kontor/contract/imports/import.endpoints'
import { cancellable, importCan, revertible } from '@kontor/contract/imports/import.rules'
import { Text } from '@mantine/core'
import { IconArrowBackUp, IconBan, IconDownload, IconFileX, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../platform/api/api-client.ts'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { IfMay } from '../platform/if-may.tsx'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import type { ImportRow } from './import-row.ts'

const commands = {
  rerun: rerunImportEndpoint,
  cancel: cancelImportEndpoint,
  revert: revertImportEndpoint,
} as const
type Command = keyof typeof commands

/** What can be done with an import in its status. */
export function ImportActions({ row }: { row: ImportRow }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Command>()
  const params = { id: row.id }
  const again = row.can_go_on ? 'go_on' : 'rerun'
  const hasFile = row.file_deleted_at === null
  return (
    <ActionBar>
      {hasFile && (
        <IfMay do={readImportFileEndpoint}>
          <ActionButton
            icon={IconDownload}
            label={t('imports.original')}
            renderRoot={(props) => <a {...props} href={addressOf(readImportFileEndpoint, { params })} download />}
          />
        </IfMay>
      )}
      {hasFile && row.rows_rejected > 0 && row.task === null && (
        <IfMay do={readRejectedRowsEndpoint}>
          <ActionButton
            icon={IconFileX}
            label={t('imports.rejected_rows')}
            renderRoot={(props) => <a {...props} href={addressOf(readRejectedRowsEndpoint, { params })} download />}
          />
        </IfMay>
      )}
      {canRerun(row) && (
        <IfMay do={rerunImportEndpoint}>
          <ActionButton icon={IconRefresh} label={t(`imports.${again}`)} onClick={() => setOpen('rerun')} />
        </IfMay>
      )}
      {cancellable.includes(row.status) && (
        <IfMay do={cancelImportEndpoint}>
          <ActionButton icon={IconBan} label={t('imports.cancel')} onClick={() => setOpen('cancel')} />
        </IfMay>
      )}
      {canRevert(row) && (
        <IfMay do={revertImportEndpoint}>
          <ActionButton icon={IconArrowBackUp} label={t('imports.revert')} onClick={() => setOpen('revert')} />
        </IfMay>
      )}
      {(['rerun', 'cancel', 'revert'] as const).map((command) => {
        const word = command === 'rerun' ? again : command
        return (
          <ConfirmCommand
            key={command}
            endpoint={commands[command]}
            params={params}
            opened={open === command}
            onClose={() => setOpen(undefined)}
            title={t(`imports.${word}_title`)}
            text={<Text size="sm">{word === 'revert' ? t(revertTextOf(row)) : t(`imports.${word}_text`)}</Text>}
            verb={t(`imports.${word}`)}
            isDangerous={command !== 'rerun'}
            done={t(`imports.${word}_done`)}
          />
        )
      })}
    </ActionBar>
  )
}

const revertTextOf = ({ type }: ImportRow) => {
  if (type === 'card') return 'imports.revert_text.card'
  return type === 'merchant' ? 'imports.revert_text.merchant' : 'imports.revert_text.customer'
}

const includes = (statuses: readonly string[], { status, task, started_at, file_deleted_at }: ImportRow) =>
  task === null && started_at !== null && file_deleted_at === null && statuses.includes(status)

const canRerun = (row: ImportRow) =>
  includes(importCan.rerun, row) && (row.can_go_on || (row.problem === null && row.rows_rejected > 0))
const canRevert = (row: ImportRow) =>
  includes(importCan.revert, row) && revertible.includes(row.type) && row.rows_ok > row.rows_known
