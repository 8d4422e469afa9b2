import { Group, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, languages } from '../../platform/i18n.ts'
import { SignInFrame } from '../../ui/sign-in-frame.tsx'
import styles from './sign-in-page.module.css'

interface SignInPageProps {
  title: string
  subtitle: string
  children: ReactNode
  /** Shown beside the card. */
  beside?: ReactNode
}

/** A page before the sign-in: its card, with the choice of language below. */
export function SignInPage(props: SignInPageProps) {
  return (
    <SignInFrame title={props.title} subtitle={props.subtitle} beside={props.beside} foot={<Languages />}>
      {props.children}
    </SignInFrame>
  )
}

function Languages() {
  const { t, i18n } = useTranslation()
  return (
    <Group gap="xs" component="nav" aria-label={t('shell.language')} justify="center">
      {languages.map((language) => (
        <UnstyledButton
          key={language}
          lang={language}
          className={styles.language}
          aria-current={i18n.language === language || undefined}
          onClick={() => void chooseLanguage(language)}
        >
          {t(`shell.language_${language}`)}
        </UnstyledButton>
      ))}
    </Group>
  )
}
