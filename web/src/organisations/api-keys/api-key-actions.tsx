import {
  revokeApiKeyEndpoint,
  rotateApiKeyEndpoint,
  updateApiKeyEndpoint,
} from '@kontor/contract/organisations/api-keys.endpoints'
import type { ApiKey } from '@kontor/contract/organisations/api-keys.entity'
import { lackedRoles, roleNamed } from '@kontor/contract/roles'
import { Button } from '@mantine/core'
import { type Icon, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { useMay, useViewer } from '../../platform/viewer.ts'
import styles from './api-key-actions.module.css'

const EditApiKey = lazy(() => import('./api-key.form.tsx').then((module) => ({ default: module.EditApiKey })))
const RotateApiKey = lazy(() => import('./rotate-api-key.tsx').then((module) => ({ default: module.RotateApiKey })))
const RevokeApiKey = lazy(() => import('./revoke-api-key.tsx').then((module) => ({ default: module.RevokeApiKey })))

type Action = 'edit' | 'rotate' | 'revoke'

interface ApiKeyActionsProps {
  row: Pick<ApiKey, 'id' | 'name' | 'roles' | 'allowed_ips' | 'status' | 'created_at' | 'expires_at'>
  /** In a row of a table the name of the key is part of each button's name. */
  place: 'panel' | 'row'
}

/** The actions that the key's status and the viewer's roles allow. */
export function ApiKeyActions({ row, place }: ApiKeyActionsProps) {
  const wasEditing = useHasDraft(draftName(updateApiKeyEndpoint, row.id))
  const wasRotating = useHasDraft(draftName(rotateApiKeyEndpoint, row.id))
  const [open, setOpen] = useState<Action | undefined>(wasEditing ? 'edit' : wasRotating ? 'rotate' : undefined)
  // The dialog with the new secret outlives the form of the rotation.
  const [hasRotated, setRotated] = useState(wasRotating)
  const begin = (action: Action) => {
    setOpen(action)
    if (action === 'rotate') setRotated(true)
  }
  const close = () => setOpen(undefined)
  const buttons = <Buttons row={row} place={place} onBegin={begin} />
  return (
    <>
      {place === 'panel' ? <ActionBar>{buttons}</ActionBar> : <div className={styles.buttons}>{buttons}</div>}
      <Suspense fallback={null}>
        {open === 'edit' && <EditApiKey row={row} onClose={close} />}
        {hasRotated && <RotateApiKey row={row} opened={open === 'rotate'} onClose={close} />}
        {open === 'revoke' && <RevokeApiKey row={row} onClose={close} />}
      </Suspense>
    </>
  )
}

function Buttons({ row, place, onBegin }: ApiKeyActionsProps & { onBegin: (action: Action) => void }) {
  const { t } = useTranslation()
  const { roles: held } = useViewer()
  const mayUpdate = useMay(updateApiKeyEndpoint)
  const mayRevoke = useMay(revokeApiKeyEndpoint)
  const isReplaced = row.status === 'ROTATING'
  if (row.status === 'REVOKED' || row.status === 'EXPIRED') return null
  const { name } = row
  // Whoever rotates a key sees a secret with its roles.
  const lacked = lackedRoles(
    held,
    row.roles.map(roleNamed).filter((role) => role !== undefined),
  )
  const asButton = (action: Action, icon: Icon, label: string, named: string, reason?: string) =>
    place === 'panel' ? (
      <ActionButton icon={icon} label={label} {...(reason ? { reason } : {})} onClick={() => onBegin(action)} />
    ) : (
      !reason && (
        <Button size="xs" variant="default" aria-label={named} onClick={() => onBegin(action)}>
          {label}
        </Button>
      )
    )
  return (
    <>
      {mayUpdate && asButton('edit', IconPencil, t('action.edit'), t('api_keys.edit_title', { name }))}
      {mayUpdate &&
        asButton(
          'rotate',
          IconRefresh,
          t('api_settings.rotate'),
          t('api_settings.rotate_title', { name }),
          isReplaced ? t('api_keys.replaced') : lacked.length > 0 ? t('api_keys.lacks_roles') : undefined,
        )}
      {mayRevoke && asButton('revoke', IconTrash, t('api_settings.revoke'), t('api_settings.revoke_named', { name }))}
    </>
  )
}
