import { forgotPasswordEndpoint } from '@kontor/contract/identity/sign-in.endpoints'
import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { emailProblem } from '../fields.ts'
import { Refused } from './refused.tsx'
import { SignInPage } from './sign-in-page.tsx'

/** Requests a link. The answer is the same whether or not somebody has this address. */
export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const [username, setUsername] = useState('')
  const [isLeft, setLeft] = useState(false)
  const { submit, step, refusal, reset } = useSubmit((body: { username: string }) =>
    call(forgotPasswordEndpoint, { body }),
  )
  const isRefusedAddress = refusal?.code === 'invalid_request'
  const problem = emailProblem(username)

  function send(event: FormEvent) {
    event.preventDefault()
    if (!problem && step === 'initial') void submit({ username })
  }

  return (
    <SignInPage title={t('forgot.title')} subtitle={t('forgot.subtitle')}>
      <form noValidate onSubmit={send}>
        <Stack gap="md">
          {step === 'done' && (
            <Alert color="green" role="status">
              {t('forgot.success')}
            </Alert>
          )}
          {!isRefusedAddress && <Refused refusal={refusal} />}
          <TextInput
            label={t('login.email')}
            type="email"
            autoComplete="username"
            autoFocus
            value={username}
            onChange={(event) => {
              setUsername(event.currentTarget.value)
              reset()
            }}
            readOnly={step === 'submitting'}
            onBlur={() => setLeft(true)}
            error={isRefusedAddress || (isLeft && username !== '' && problem) ? t('forgot.error') : undefined}
          />
          <Button type="submit" loading={step === 'submitting'} disabled={Boolean(problem) || step !== 'initial'}>
            {t('forgot.submit')}
          </Button>
          <Anchor component={Link} to="/login" size="sm" ta="center">
            {t('logout.back')}
          </Anchor>
        </Stack>
      </form>
    </SignInPage>
  )
}
