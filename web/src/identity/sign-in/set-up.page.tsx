import { brokenPasswordRules, setUpBody } from '@kontor/contract/identity/session'
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal } from '../../platform/api/api-client.ts'
import { useFieldErrors, useRefusalText } from '../../platform/api/refusal-text.ts'
import { useSaid } from '../fields.ts'
import { PasswordRules } from '../password-rules.tsx'
import { setUp } from '../session.ts'
import { SignInPage } from './sign-in-page.tsx'

type State = { step: 'edit' } | { step: 'sending' } | { step: 'refused'; refusal: ApiRefusal }

/** Creates the first user of the provider, from the one-time link that is shown at the start. */
export function SetUpPage() {
  const { t } = useTranslation()
  const search: Record<string, unknown> = useSearch({ strict: false })
  return (
    <SignInPage title={t('set_up.title')} subtitle={t('set_up.subtitle')}>
      {typeof search.token === 'string' ? (
        <SetUpForm token={search.token} />
      ) : (
        <Alert color="yellow" role="alert">
          {t('set_up.no_token')}
        </Alert>
      )}
    </SignInPage>
  )
}

function SetUpForm({ token }: { token: string }) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const router = useRouter()
  const [state, setState] = useState<State>({ step: 'edit' })
  const refusal = state.step === 'refused' ? state.refusal : undefined
  const refused = useFieldErrors(refusal)
  const said = useSaid()
  const form = useForm({
    initialValues: { name: '', email: '', password: '' },
    validateInputOnBlur: true,
    validate: {
      name: (value) => said(value.trim() === '' && 'required'),
      email: (value) =>
        said(value === '' ? 'required' : !setUpBody.shape.email.safeParse(value).success && 'invalid_email'),
      password: (value) =>
        said(value === '' ? 'required' : brokenPasswordRules(value).length > 0 && 'password_too_weak'),
    },
  })

  async function submit(values: { name: string; email: string; password: string }) {
    if (state.step === 'sending') return
    setState({ step: 'sending' })
    try {
      await setUp({ token, ...values, name: values.name.trim() })
      router.history.replace('/')
    } catch (error) {
      setState({ step: 'refused', refusal: error instanceof ApiRefusal ? error : new ApiRefusal('internal_error', 0) })
    }
  }

  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack gap="md">
        {refusal && (
          <Alert color="red" role="alert">
            {textOf(refusal)}
          </Alert>
        )}
        <TextInput
          label={t('set_up.name')}
          autoComplete="name"
          autoFocus
          {...form.getInputProps('name')}
          error={form.errors.name ?? refused.name}
        />
        <TextInput
          label={t('login.email')}
          type="email"
          autoComplete="username"
          {...form.getInputProps('email')}
          error={form.errors.email ?? refused.email}
        />
        <PasswordInput
          label={t('login.password')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('login.show_password') }}
          {...form.getInputProps('password')}
          error={form.errors.password ?? refused.password}
        />
        <PasswordRules password={form.values.password} />
        <Button type="submit" loading={state.step === 'sending'}>
          {t('set_up.submit')}
        </Button>
      </Stack>
    </form>
  )
}
