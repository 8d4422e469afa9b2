import { Button, Loader } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal } from '../platform/api-client.ts'
import { Failed } from '../platform/failed.tsx'
import { SignInFrame } from '../ui/sign-in-frame.tsx'
import { logOut } from './session.ts'

/** Signs out, and says so once the server has ended the session and nothing of it is left here. */
export function LogoutPage() {
  const { t } = useTranslation()
  const router = useRouter()
  const queries = useQueryClient()
  const { mutate, status, error } = useMutation({
    mutationFn: logOut,
    onSuccess: () => {
      queries.clear()
      sessionStorage.clear()
    },
  })
  useEffect(() => mutate(), [mutate])

  if (status === 'error') {
    const refusal = error instanceof ApiRefusal ? error : new ApiRefusal('internal_error', 0)
    return <Failed refusal={refusal} onRetry={() => mutate()} />
  }
  if (status !== 'success') {
    return (
      <SignInFrame title={t('logout.busy')} subtitle="">
        <Loader size="sm" aria-label={t('logout.busy')} role="status" />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={t('logout.title')} subtitle={t('logout.text')}>
      <Button onClick={() => router.history.push('/login')}>{t('logout.back')}</Button>
    </SignInFrame>
  )
}
