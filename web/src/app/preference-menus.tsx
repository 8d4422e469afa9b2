import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, languages } from '../platform/i18n.ts'
import styles from './preference-menus.module.css'

const themes = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const

/** The choice applies at once and is stored in this browser. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation()
  const sign = i18n.language.slice(0, 2).toUpperCase()
  return (
    <PreferenceMenu label={`${t('shell.language')}: ${sign}`} sign={sign}>
      {languages.map((language) => (
        <Choice
          key={language}
          label={t(`shell.language_${language}`)}
          language={language}
          isChosen={i18n.language === language}
          onChoose={() => void chooseLanguage(language)}
        />
      ))}
    </PreferenceMenu>
  )
}

/** The choice applies at once and is stored in this browser. */
export function ThemeMenu() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { icon: Sign } = themes.find(({ value }) => value === colorScheme) ?? themes[2]
  return (
    <PreferenceMenu label={t('shell.theme')} sign={<Sign size={18} aria-hidden="true" />}>
      {themes.map(({ value, icon: Icon }) => (
        <Choice
          key={value}
          label={t(`shell.theme_${value}`)}
          icon={<Icon size={16} aria-hidden="true" />}
          isChosen={colorScheme === value}
          onChoose={() => setColorScheme(value)}
        />
      ))}
    </PreferenceMenu>
  )
}

function PreferenceMenu({ label, sign, children }: { label: string; sign: ReactNode; children: ReactNode }) {
  return (
    <Menu position="bottom-end" shadow="md" width={190}>
      <Menu.Target>
        <ActionIcon size={32} className={styles.button} aria-label={label} title={label}>
          {sign}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

interface ChoiceProps {
  label: string
  icon?: ReactNode
  language?: string
  isChosen: boolean
  onChoose: () => void
}

function Choice({ label, icon, language, isChosen, onChoose }: ChoiceProps) {
  return (
    <Menu.Item
      lang={language}
      aria-current={isChosen || undefined}
      leftSection={icon}
      rightSection={isChosen && <IconCheck size={16} aria-hidden="true" />}
      onClick={onChoose}
    >
      {label}
    </Menu.Item>
  )
}
