import { loginEndpoint } from '@kontor/contract/identity/sign-in.endpoints'
import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { engineClock, watchEngineClock } from '../../platform/api/server-time.ts'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { emailProblem, useSaid } from '../fields.ts'
import { PasskeyButton } from '../mfa/passkey-button.tsx'
import { PasswordField } from '../password-field.tsx'
import { lastEnd } from '../session.ts'
import { useSignInWays } from '../sign-on/use-sign-in-ways.ts'
import { useEndText } from './end-text.ts'
import { Refused } from './refused.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { useSignInStep } from './use-sign-in-step.ts'

const DemoPeople = lazy(() => import('../demo/demo-people.tsx').then((module) => ({ default: module.DemoPeople })))

export function LoginPage() {
  const { t } = useTranslation()
  const said = useSaid()
  const goOn = useSignInStep()
  const { ways, ask, leave, ...leaving } = useSignInWays()
  // A super user of the provider keeps the password, and the page cannot know who is one.
  const [insists, setInsists] = useState(false)
  const takesPassword = ways.password || insists
  const signsOn = ways.sign_on && !takesPassword
  const sending = useSubmit(async (values: { username: string; password: string }) =>
    goOn(await call(loginEndpoint, { body: values }), values.username),
  )
  const form = useForm({
    initialValues: { username: '', password: '' },
    validateInputOnBlur: true,
    validate: {
      username: (value) => said(emailProblem(value)),
      password: (value) => !signsOn && said(value === '' ? 'required' : value.length < 2 && 'password_too_short'),
    },
  })

  const refusal = sending.refusal ?? leaving.refusal
  const submit = ({ username, password }: typeof form.values) =>
    signsOn ? leave(username.trim()) : sending.submit({ username, password })
  // Whoever presses Enter after the address may have no password.
  const submitWithout = async (_errors: unknown, { username, password }: typeof form.values) => {
    if (password !== '') return
    const found = await ask(username)
    if (found.sign_on && !found.password) await leave(username.trim())
  }
  const address = form.getInputProps('username')

  return (
    <SignInPage title={t('login.title')} subtitle={t('login.subtitle')} beside={<Demo />}>
      <form noValidate onSubmit={form.onSubmit(submit, submitWithout)}>
        <Stack gap="md">
          {refusal ? <Refused refusal={refusal} /> : <WhyHere />}
          <TextInput
            label={t('login.email')}
            type="email"
            autoComplete="username webauthn"
            autoFocus
            {...address}
            onBlur={(event) => {
              address.onBlur?.(event)
              void ask(event.currentTarget.value)
            }}
          />
          {takesPassword && (
            <PasswordField
              label={t('login.password')}
              autoComplete="current-password"
              {...form.getInputProps('password')}
            />
          )}
          <Button type="submit" loading={signsOn ? leaving.isLeaving : sending.isBusy}>
            {t(signsOn ? 'sign_on.leave' : 'login.submit')}
          </Button>
          {ways.sign_on && takesPassword && (
            <Button
              variant="default"
              loading={leaving.isLeaving}
              onClick={() => void leave(form.values.username.trim())}
            >
              {t('sign_on.leave')}
            </Button>
          )}
          {takesPassword && (
            <Anchor component={Link} to="/forgotPassword" size="sm" ta="center">
              {t('login.forgot')}
            </Anchor>
          )}
          {!takesPassword && (
            <Anchor component="button" type="button" size="sm" ta="center" onClick={() => setInsists(true)}>
              {t('sign_on.use_password')}
            </Anchor>
          )}
        </Stack>
      </form>
      {takesPassword && <PasskeyButton />}
    </SignInPage>
  )
}

/** Every answer of a demo's server says that it is one, so that no other installation is asked for its people. */
function Demo() {
  const isDemo = useSyncExternalStore(watchEngineClock, engineClock) !== undefined
  if (!isDemo) return null
  return (
    <Suspense fallback={null}>
      <DemoPeople />
    </Suspense>
  )
}

/** The reason for signing in: a change that requires it, or a session that ended. */
function WhyHere() {
  const { t } = useTranslation()
  const { reset }: { reset?: unknown } = useSearch({ strict: false })
  const end = lastEnd()
  const textOf = useEndText()
  if (reset === 'email' || reset === 'password') {
    return (
      <Alert color="green" role="status">
        {t(`login.reset_${reset}`)}
      </Alert>
    )
  }
  if (!end) return null
  return (
    <Alert color="yellow" role="alert">
      {textOf(end)}
    </Alert>
  )
}
