import { Avatar, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUser, IconUserCog } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, languages } from '../platform/i18n.ts'
import { useViewer } from '../platform/viewer.ts'

const themes = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const

/** Language and theme apply at once and are kept in this browser; those of every browser are in the profile. */
export function UserMenu() {
  const { t, i18n } = useTranslation()
  const viewer = useViewer()
  const navigate = useNavigate()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu position="bottom-end" shadow="md" width={260}>
      <Menu.Target>
        <UnstyledButton className="user-button" aria-label={t('shell.user_menu', { name: viewer.name })}>
          <Avatar size={30} radius="xl" color="ink" aria-hidden="true">
            <IconUser size={18} />
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className="user-name">
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
        <Menu.Divider />
        <Menu.Label>{t('shell.language')}</Menu.Label>
        {languages.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            aria-current={i18n.language === language || undefined}
            rightSection={i18n.language === language && <IconCheck size={16} aria-hidden="true" />}
            onClick={() => void chooseLanguage(language)}
          >
            {t(`shell.language_${language}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('shell.theme')}</Menu.Label>
        {themes.map(({ value, icon: Icon }) => (
          <Menu.Item
            key={value}
            aria-current={colorScheme === value || undefined}
            leftSection={<Icon size={16} aria-hidden="true" />}
            rightSection={colorScheme === value && <IconCheck size={16} aria-hidden="true" />}
            onClick={() => setColorScheme(value)}
          >
            {t(`shell.theme_${value}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden="true" />}
          onClick={() => void navigate({ to: '/logout' })}
        >
          {t('shell.sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
