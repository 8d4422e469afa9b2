import {
  deleteUserEndpoint,
  disableUserEndpoint,
  enableUserEndpoint,
  endSessionsOfUserEndpoint,
  mailPasswordLinkEndpoint,
  resendInvitationEndpoint,
  updateUserEndpoint,
} from '@kontor/contract/identity/users/user.endpoints'
import { providerUserRoles, userRoles } from '@kontor/contract/identity/users/user.rules'
import { lackedRoles } from '@kontor/contract/roles'
import {
  IconKey,
  IconLink,
  IconLogout,
  IconMailForward,
  IconPencil,
  IconPower,
  IconShieldOff,
  type TablerIcon,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { DeleteAction } from '../../platform/panel/delete-action.tsx'
import { useMay, useViewer } from '../../platform/viewer.ts'
import type { AnyUser } from './any-user.ts'

const EditUser = lazy(() => import('./edit-user.form.tsx').then((module) => ({ default: module.EditUser })))
const InvitationLink = lazy(() =>
  import('./invitation-link.tsx').then((module) => ({ default: module.InvitationLink })),
)

const ResetMfa = lazy(() => import('./reset-mfa.form.tsx').then((module) => ({ default: module.ResetMfa })))

/** Commands that only ask. Each has its texts in the group of its name. */
const asking = {
  resend: { endpoint: resendInvitationEndpoint, icon: IconMailForward, isDangerous: false },
  password: { endpoint: mailPasswordLinkEndpoint, icon: IconKey, isDangerous: false },
  end_sessions: { endpoint: endSessionsOfUserEndpoint, icon: IconLogout, isDangerous: false },
  disable: { endpoint: disableUserEndpoint, icon: IconPower, isDangerous: true },
  enable: { endpoint: enableUserEndpoint, icon: IconPower, isDangerous: false },
} as const
type Asking = keyof typeof asking

/** Actions that are done once in an account's life, or after something went wrong. */
const rare: readonly string[] = ['end_sessions', 'reset_mfa']

/** What others may do with a user, and why not where they may not. */
export function UserActions({ row }: { row: AnyUser }) {
  const { t } = useTranslation()
  const { id: own, roles: held } = useViewer()
  const of = row.merchant === null ? providerUserRoles : userRoles
  const [mayUpdate, mayDelete] = [useMay(of.update), useMay(of.delete)]
  const wasEditing = useHasDraft(draftName(updateUserEndpoint, row.id))
  const [open, setOpen] = useState<'edit' | 'link' | 'reset_mfa' | Asking | undefined>(wasEditing ? 'edit' : undefined)
  const close = () => setOpen(undefined)
  const holdsMore = lackedRoles(held, row.roles).length > 0 ? t('users.holds_more') : undefined
  const reason = row.id === own ? t('users.own') : holdsMore
  const button = (name: 'edit' | 'link' | 'reset_mfa' | Asking, icon: TablerIcon, label: string) => (
    <ActionButton
      key={name}
      icon={icon}
      label={label}
      isPrimary={name === 'edit'}
      isRare={rare.includes(name)}
      reason={reason}
      onClick={() => setOpen(name)}
    />
  )
  const isInvited = row.status === 'INVITED' || row.status === 'EXPIRED'
  const actions: Asking[] = isInvited ? ['resend'] : row.status === 'DISABLED' ? [] : ['password', 'end_sessions']
  const last: Asking = row.status === 'DISABLED' ? 'enable' : 'disable'
  const asked = (name: Asking) => button(name, asking[name].icon, t(`users.${name}.verb`))
  return (
    <ActionBar>
      {mayUpdate && (
        <>
          {button('edit', IconPencil, t('action.edit'))}
          {isInvited && button('link', IconLink, t('users.link'))}
          {actions.map(asked)}
          {/* Passkeys and remembered devices go with a factor, and the row does not say whether there are any. */}
          {!isInvited && button('reset_mfa', IconShieldOff, t('users.reset_mfa.verb'))}
          {asked(last)}
        </>
      )}
      {mayDelete && (
        <DeleteAction
          endpoint={deleteUserEndpoint}
          row={row}
          text={t('users.delete_text')}
          done={t('users.deleted', { name: row.name })}
          reason={reason}
        />
      )}
      <Suspense fallback={null}>
        {open === 'edit' && <EditUser row={row} onClose={close} />}
        {open === 'reset_mfa' && <ResetMfa row={row} onClose={close} />}
        {/* It stays when the question closes, because the link is shown after that. */}
        {mayUpdate && isInvited && <InvitationLink row={row} opened={open === 'link'} onClose={close} />}
      </Suspense>
      {[...actions, last].map((name) => (
        <Ask key={name} name={name} row={row} opened={open === name} onClose={close} />
      ))}
    </ActionBar>
  )
}

interface AskProps {
  name: Asking
  row: AnyUser
  opened: boolean
  onClose: () => void
}

function Ask({ name, row, opened, onClose }: AskProps) {
  const { t } = useTranslation()
  const said = { name: row.name, email: row.email }
  return (
    <ConfirmCommand
      endpoint={asking[name].endpoint}
      params={{ id: row.id }}
      opened={opened}
      onClose={onClose}
      title={t(`users.${name}.title`, said)}
      text={t(`users.${name}.text`, said)}
      verb={t(`users.${name}.verb`)}
      isDangerous={asking[name].isDangerous}
      done={t(`users.${name}.done`, said)}
    />
  )
}
