import {
  activateMiddlewareEndpoint,
  deactivateMiddlewareEndpoint,
  deleteMiddlewareEndpoint,
  middlewareSetupEndpoint,
  updateMiddlewareEndpoint,
} from '@kontor/contract/middleware/middleware.endpoints'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPencil, IconPower, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { WaitingDialog } from '../platform/form/dialog/waiting-dialog.tsx'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'
import { useListAddress } from '../platform/list/address/use-list-address.ts'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import type { MiddlewareRow } from './middleware-row.ts'
import { ShopNames } from './shop-names.tsx'

const EditMiddleware = lazy(() =>
  import('./middleware.form.tsx').then((module) => ({ default: module.EditMiddleware })),
)

export function MiddlewareActions({ row }: { row: MiddlewareRow }) {
  const { t } = useTranslation()
  const wasEditing = useHasDraft(draftName(updateMiddlewareEndpoint, row.id))
  const [open, setOpen] = useState<'nothing' | 'edit' | 'switch' | 'delete'>(wasEditing ? 'edit' : 'nothing')
  const close = () => setOpen('nothing')
  const verb = row.active ? 'deactivate' : 'activate'
  return (
    <ActionBar>
      <IfMay do={updateMiddlewareEndpoint}>
        <ActionButton icon={IconPencil} label={t('action.edit')} onClick={() => setOpen('edit')} />
        <ActionButton icon={IconPower} label={t(`processors.${verb}`)} onClick={() => setOpen('switch')} />
      </IfMay>
      <IfMay do={deleteMiddlewareEndpoint}>
        <ActionButton icon={IconTrash} label={t('action.delete')} onClick={() => setOpen('delete')} />
      </IfMay>
      {open === 'edit' && (
        <Suspense fallback={null}>
          <EditMiddleware row={row} onClose={close} />
        </Suspense>
      )}
      {open === 'delete' && <DeleteMiddleware row={row} onClose={close} />}
      <ConfirmCommand
        endpoint={row.active ? deactivateMiddlewareEndpoint : activateMiddlewareEndpoint}
        params={{ id: row.id }}
        opened={open === 'switch'}
        onClose={close}
        title={t(`processors.${verb}_title`, { name: row.name })}
        text={t(row.kind === 'after' ? `middleware.${verb}_text_after` : `middleware.${verb}_text`)}
        verb={t(`processors.${verb}`)}
        isDangerous={row.active}
        done={t(`processors.${verb}d`, { name: row.name })}
      />
    </ActionBar>
  )
}

/** Asks before a middleware is deleted, or says which shops use it. */
function DeleteMiddleware({ row: { id, name }, onClose }: { row: MiddlewareRow; onClose: () => void }) {
  const { t } = useTranslation()
  const { close } = useListAddress()
  const reading = useRead(middlewareSetupEndpoint, { params: { id } })
  const title = t('action.delete_title', { name })
  if (!reading.data) return <WaitingDialog title={title} reading={reading} onClose={onClose} />
  const { shops } = reading.data
  if (shops.length === 0)
    return (
      <ConfirmCommand
        endpoint={deleteMiddlewareEndpoint}
        params={{ id }}
        opened
        onClose={onClose}
        title={title}
        text={t('middleware.delete_text')}
        verb={t('action.delete')}
        isDangerous
        done={t('profiles.deleted', { name })}
        goOn={close}
      />
    )
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Stack gap="md">
        <Text size="sm">{t('middleware.held')}</Text>
        <ShopNames shops={shops} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('action.close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
