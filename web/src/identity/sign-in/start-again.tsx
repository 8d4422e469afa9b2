import { Alert, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SignInPage } from './sign-in-page.tsx'

/** Shown when a step of signing in was opened directly, or is over. */
export function StartAgain({ title }: { title: string }) {
  const { t } = useTranslation()
  return (
    <SignInPage title={title} subtitle="">
      <Alert color="yellow" role="alert">
        {t('mfa.start_again')}
      </Alert>
      <Button component={Link} to="/login">
        {t('logout.back')}
      </Button>
    </SignInPage>
  )
}
