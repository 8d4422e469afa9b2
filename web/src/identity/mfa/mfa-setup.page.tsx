import type { MfaSetup, MfaType } from '@kontor/contract/identity/mfa'
import type { Session } from '@kontor/contract/identity/session'
import { beginMfaSetupEndpoint } from '@kontor/contract/identity/sign-in.endpoints'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconDeviceMobile, IconMail } from '@tabler/icons-react'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { beginSession } from '../session.ts'
import { begunOf, forgetSecret, keepBegun, secretOf, spending } from '../sign-in/link-secrets.ts'
import { Refused } from '../sign-in/refused.tsx'
import { takeRememberedAddress } from '../sign-in/remembered-address.ts'
import { SignInPage } from '../sign-in/sign-in-page.tsx'
import { StartAgain } from '../sign-in/start-again.tsx'
import { FactorForm } from './factor-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const path = '/mfa/setup'

type Step = { step: 'choose' } | { step: 'prove'; setup: MfaSetup } | { step: 'done'; codes: string[]; user: Session }

/** A session requires a second factor first. */
export function MfaSetupPage() {
  const { t } = useTranslation()
  const router = useRouter()
  const token = secretOf(path)
  const { required_type }: { required_type?: unknown } = useSearch({ strict: false })
  const required = required_type === 'email' || required_type === 'google' ? required_type : undefined
  const [state, setState] = useState(whereItStopped)
  if (!token && state.step !== 'done') return <StartAgain title={t('mfa.setup_title')} />

  async function prove(setup: MfaSetup, code: string) {
    const answer = call(beginMfaSetupEndpoint, { body: { token: token ?? '', type: setup.type, code } })
    const reply = await spending(path, answer)
    if (!('user' in reply)) throw new TypeError('The set-up was completed and began anew')
    setState({ step: 'done', codes: reply.recovery_codes, user: reply.user })
    forgetSecret(path)
  }

  function enter(user: Session) {
    router.history.replace(takeRememberedAddress(beginSession(user).id))
  }

  function choose(setup?: MfaSetup) {
    keepBegun(path, setup)
    setState(setup ? { step: 'prove', setup } : { step: 'choose' })
  }

  return (
    <SignInPage title={t('mfa.setup_title')} subtitle="">
      {state.step === 'choose' && <Choice token={token ?? ''} required={required} onChosen={choose} />}
      {state.step === 'prove' && (
        <>
          <FactorForm setup={state.setup} onCode={(code) => prove(state.setup, code)} verb={t('mfa.setup_submit')} />
          <Button variant="subtle" onClick={() => choose()}>
            {t('action.back')}
          </Button>
        </>
      )}
      {state.step === 'done' && (
        <RecoveryCodes codes={state.codes} verb={t('mfa.go_on')} onDone={() => enter(state.user)} />
      )}
    </SignInPage>
  )
}

/** A reload keeps the secret that was scanned: another one would make its codes wrong. */
function whereItStopped(): Step {
  // The cast is safe: only this page writes it.
  const setup = begunOf(path) as MfaSetup | undefined
  return setup ? { step: 'prove', setup } : { step: 'choose' }
}

// The list is written out, because the contract's list would load its schemas.
const mfaTypes: readonly MfaType[] = ['google', 'email']

interface ChoiceProps {
  token: string
  required: MfaType | undefined
  onChosen: (setup: MfaSetup) => void
}

function Choice({ token, required, onChosen }: ChoiceProps) {
  const { t } = useTranslation()
  const types = required ? [required] : mfaTypes
  const { submit, refusal, isBusy } = useSubmit(async (type: MfaType) => {
    const reply = await spending(path, call(beginMfaSetupEndpoint, { body: { token, type } }))
    if ('secret' in reply) onChosen(reply)
  })
  return (
    <Stack gap="md">
      <Alert color="blue">{t('mfa.required')}</Alert>
      {/* The specification has these words only for an address that names a kind (000 section 2). */}
      {required && (
        <Text size="sm" fw={600}>
          {t('mfa.choose')}
        </Text>
      )}
      <Refused refusal={refusal} tokenText={t('mfa.start_again')} />
      {types.map((type) => (
        <Button
          key={type}
          variant="default"
          leftSection={
            type === 'google' ? (
              <IconDeviceMobile size={18} aria-hidden="true" />
            ) : (
              <IconMail size={18} aria-hidden="true" />
            )
          }
          loading={isBusy}
          onClick={() => void submit(type)}
        >
          {t(`mfa.type_${type}`)}
        </Button>
      ))}
      <Button variant="subtle" component={Link} to="/login">
        {t('logout.back')}
      </Button>
    </Stack>
  )
}
