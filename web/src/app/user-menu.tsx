import { Avatar, Menu, UnstyledButton } from '@mantine/core'
import { IconKeyboard, IconLogout, IconUser, IconUserCog } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { chooseToLeave } from '../identity/session.ts'
import { useViewer } from '../platform/viewer.ts'
import styles from './user-menu.module.css'

export function UserMenu({ onKeys }: { onKeys: () => void }) {
  const { t } = useTranslation()
  const viewer = useViewer()
  const navigate = useNavigate()
  return (
    <Menu position="bottom-end" shadow="md" width={260}>
      <Menu.Target>
        <UnstyledButton className={styles.button} aria-label={t('shell.user_menu', { name: viewer.name })}>
          <Avatar size={30} radius="xl" color="ink" aria-hidden="true">
            <IconUser size={18} />
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={styles.name}>
          <strong>{viewer.name}</strong>
          <span>{viewer.email}</span>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconUserCog size={16} aria-hidden="true" />}
          onClick={() => void navigate({ to: '/profile' })}
        >
          {t('shell.profile')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden="true" />} onClick={onKeys}>
          {t('keys.title')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden="true" />}
          onClick={() => {
            chooseToLeave()
            void navigate({ to: '/logout' })
          }}
        >
          {t('shell.sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
