import { Button, Stack } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { secretOf } from '../sign-in/link-secrets.ts'
import { SignInPage } from '../sign-in/sign-in-page.tsx'
import { StartAgain } from '../sign-in/start-again.tsx'
import type { Challenge } from './challenge.ts'
import { MfaCodeForm } from './mfa-code.form.tsx'
import { MfaPasskey, MfaResend } from './mfa-other-ways.tsx'
import { MfaRecoveryForm } from './mfa-recovery.form.tsx'

/** The second factor: a code, a recovery code instead, or a passkey. */
export function MfaPage() {
  const { t } = useTranslation()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const token = secretOf('/mfa')
  const type = search.mfa_type === 'google' ? 'google' : 'email'
  const [isRecovery, setRecovery] = useState(false)
  const [remember, setRemember] = useState(false)
  if (!token || typeof search.username !== 'string') return <StartAgain title={t('mfa.title')} />
  const challenge: Challenge = { username: search.username, token }
  const shared = { challenge, remember, onRemember: setRemember }

  return (
    <SignInPage title={t('mfa.title')} subtitle={t(isRecovery ? 'mfa.hint_recovery' : `mfa.hint_${type}`)}>
      {isRecovery ? <MfaRecoveryForm {...shared} /> : <MfaCodeForm {...shared} />}
      <Stack gap="xs">
        {type === 'email' && !isRecovery && <MfaResend challenge={challenge} />}
        <MfaPasskey challenge={challenge} remember={remember} />
        <Button variant="subtle" onClick={() => setRecovery(!isRecovery)}>
          {t(isRecovery ? 'mfa.use_code' : 'mfa.use_recovery')}
        </Button>
        <Button variant="subtle" component={Link} to="/login">
          {t('logout.back')}
        </Button>
      </Stack>
    </SignInPage>
  )
}
