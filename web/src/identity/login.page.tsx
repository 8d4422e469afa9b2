import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal } from '../platform/api-client.ts'
import { useRefusalText } from '../platform/refusal-text.ts'
import { SignInFrame } from '../ui/sign-in-frame.tsx'
import { logIn, takeRememberedAddress } from './session.ts'

type State = { step: 'edit' } | { step: 'sending' } | { step: 'refused'; refusal: ApiRefusal }

export function LoginPage() {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const router = useRouter()
  const [state, setState] = useState<State>({ step: 'edit' })
  const said = (reason: string | false) => (reason ? t(`form_validation.${reason}`) : null)
  const form = useForm({
    initialValues: { username: '', password: '' },
    validateInputOnBlur: true,
    // The rules of loginBody in short: zod would be half as much again to load, and the server has the last word.
    validate: {
      username: (value) => said(value === '' ? 'required' : !/^\S+@\S+\.\S+$/.test(value) && 'invalid_email'),
      password: (value) => said(value === '' ? 'required' : value.length < 2 && 'password_too_short'),
    },
  })

  async function submit(values: { username: string; password: string }) {
    if (state.step === 'sending') return
    setState({ step: 'sending' })
    try {
      const user = await logIn(values)
      router.history.replace(takeRememberedAddress(user.id))
    } catch (error) {
      setState({ step: 'refused', refusal: error instanceof ApiRefusal ? error : new ApiRefusal('internal_error', 0) })
    }
  }

  return (
    <SignInFrame title={t('login.title')} subtitle={t('login.subtitle')}>
      <form noValidate onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          {state.step === 'refused' && (
            <Alert color="red" role="alert">
              {textOf(state.refusal)}
            </Alert>
          )}
          <TextInput
            label={t('login.email')}
            type="email"
            autoComplete="username"
            autoFocus
            {...form.getInputProps('username')}
          />
          <PasswordInput
            label={t('login.password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('login.show_password') }}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={state.step === 'sending'}>
            {t('login.submit')}
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  )
}
