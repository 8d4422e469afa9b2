import {
  mfaPasskeyEndpoint,
  mfaPasskeyOptionsEndpoint,
  mfaResendEndpoint,
} from '@kontor/contract/identity/sign-in.endpoints'
import { Button, Text } from '@mantine/core'
import { IconFingerprint, IconMail } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal, call } from '../../platform/api/api-client.ts'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { spending } from '../sign-in/link-secrets.ts'
import { Refused } from '../sign-in/refused.tsx'
import { useSignInStep } from '../sign-in/use-sign-in-step.ts'
import type { Challenge } from './challenge.ts'
import { knowsPasskeys, signWithPasskey } from './passkey.ts'

// A mail takes a moment to arrive; the server limits the number of mails.
const waitBetweenMails_s = 30

/** Mails another code, at most as often as a mail needs to arrive. */
export function MfaResend({ challenge }: { challenge: Challenge }) {
  const { t } = useTranslation()
  const [left, setLeft] = useState(0)
  const { submit, refusal, isBusy, step } = useSubmit(async () => {
    await spending('/mfa', call(mfaResendEndpoint, { body: challenge }))
    setLeft(waitBetweenMails_s)
  })
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <>
      <Refused refusal={refusal} tokenText={t('mfa.start_again')} />
      {step === 'done' && (
        <Text size="sm" c="dimmed" role="status">
          {t('mfa.resent')}
        </Text>
      )}
      <Button
        variant="default"
        leftSection={<IconMail size={18} aria-hidden="true" />}
        loading={isBusy}
        disabled={left > 0}
        onClick={() => void submit()}
      >
        {left > 0 ? t('mfa.resend_in', { seconds: left }) : t('mfa.resend')}
      </Button>
    </>
  )
}

/** A passkey instead of the code, for whoever has one. */
export function MfaPasskey({ challenge, remember }: { challenge: Challenge; remember: boolean }) {
  const { t } = useTranslation()
  const goOn = useSignInStep()
  const isOffered = useHasPasskey(challenge)
  const { submit, refusal, isBusy } = useSubmit(async () => {
    const options = await spending('/mfa', call(mfaPasskeyOptionsEndpoint, { body: challenge }))
    const response = await signWithPasskey(options)
    const answer = call(mfaPasskeyEndpoint, { body: { ...challenge, response, remember } })
    goOn(await spending('/mfa', answer), challenge.username)
  })
  if (!isOffered) return null
  return (
    <>
      <Refused refusal={refusal} tokenText={t('mfa.start_again')} />
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} aria-hidden="true" />}
        loading={isBusy}
        onClick={() => void submit()}
      >
        {t('mfa.use_passkey')}
      </Button>
    </>
  )
}

function useHasPasskey({ username, token }: Challenge): boolean {
  const [hasPasskey, setHasPasskey] = useState(false)
  useEffect(() => {
    if (!knowsPasskeys()) return
    let isShown = true
    const learn = (has: boolean) => isShown && setHasPasskey(has)
    call(mfaPasskeyOptionsEndpoint, { body: { username, token } }).then(
      () => learn(true),
      // Without an answer the passkey is offered: it may be the only factor that this person has at hand.
      (error: unknown) => learn(error instanceof ApiRefusal && error.status === 0),
    )
    return () => {
      isShown = false
    }
  }, [username, token])
  return hasPasskey
}
