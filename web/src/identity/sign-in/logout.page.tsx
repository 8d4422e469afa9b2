import { Alert, Button, Loader, Stack } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { Failed } from '../../platform/failed.tsx'
import { currentSession, hasChosenToLeave, lastEnd, logOut } from '../session.ts'
import { useEndText } from './end-text.ts'
import { SignInPage } from './sign-in-page.tsx'

/**
 * Signs out, and confirms it when the server has ended the session and no data of it is left here. A visitor who
 * followed a link from another site is asked first: an address alone signs nobody out.
 */
export function LogoutPage() {
  const { t } = useTranslation()
  const [isSignedIn] = useState(() => currentSession() !== null)
  const [isChosen] = useState(() => isSignedIn && hasChosenToLeave())
  const { submit, step, refusal } = useSubmit(leave)
  const begin = useEffectEvent(() => void submit())
  useEffect(() => {
    if (isChosen) begin()
  }, [isChosen])

  if (!isSignedIn || step === 'done') return <SignedOut />
  if (refusal) return <Failed refusal={refusal} onRetry={() => void submit()} />
  if (step === 'initial' && !isChosen) return <Question onYes={() => void submit()} />
  return (
    <SignInPage title={t('logout.busy')} subtitle="">
      <Loader size="sm" aria-label={t('logout.busy')} role="status" />
    </SignInPage>
  )
}

async function leave(): Promise<void> {
  await logOut()
  sessionStorage.clear()
}

function Question({ onYes }: { onYes: () => void }) {
  const { t } = useTranslation()
  const router = useRouter()
  return (
    <SignInPage title={t('logout.question')} subtitle={t('logout.question_text')}>
      <Stack gap="xs">
        <Button onClick={onYes}>{t('shell.sign_out')}</Button>
        <Button variant="default" onClick={() => router.history.push('/')}>
          {t('logout.stay')}
        </Button>
      </Stack>
    </SignInPage>
  )
}

function SignedOut() {
  const { t } = useTranslation()
  const router = useRouter()
  // An inactive session has already ended. Its user returns to the same address and the same draft.
  const [wasInactive] = useState(() => lastEnd() === 'inactive')
  const textOf = useEndText()
  return (
    <SignInPage title={t('logout.title')} subtitle={wasInactive ? '' : t('logout.text')}>
      {wasInactive && (
        <Alert color="yellow" role="alert">
          {textOf('inactive')}
        </Alert>
      )}
      <Button onClick={() => router.history.push('/login')}>{t('logout.back')}</Button>
    </SignInPage>
  )
}
