import { Alert, Button, Loader } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed } from '../platform/failed.tsx'
import { refusalFrom } from '../platform/use-submit.ts'
import { lastEnd, logOut } from './session.ts'
import { SignInPage } from './sign-in-page.tsx'

/** Signs out, and says so once the server has ended the session and nothing of it is left here. */
export function LogoutPage() {
  const { t } = useTranslation()
  const router = useRouter()
  // Who was silent too long is out already, and comes back to the same address and the same draft.
  const [wasInactive] = useState(() => lastEnd() === 'inactive')
  const { mutate, status, error } = useMutation({ mutationFn: logOut, onSuccess: () => sessionStorage.clear() })
  useEffect(() => {
    if (!wasInactive) mutate()
  }, [wasInactive, mutate])

  if (status === 'error') return <Failed refusal={refusalFrom(error)} onRetry={() => mutate()} />
  if (status !== 'success' && !wasInactive) {
    return (
      <SignInPage title={t('logout.busy')} subtitle="">
        <Loader size="sm" aria-label={t('logout.busy')} role="status" />
      </SignInPage>
    )
  }
  return (
    <SignInPage title={t('logout.title')} subtitle={wasInactive ? '' : t('logout.text')}>
      {wasInactive && (
        <Alert color="yellow" role="alert">
          {t('session_end.inactive')}
        </Alert>
      )}
      <Button onClick={() => router.history.push('/login')}>{t('logout.back')}</Button>
    </SignInPage>
  )
}
