import { updateEmailEndpoint } from '@kontor/contract/identity/sign-in.endpoints'
import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type ApiRefusal, call } from '../../platform/api/api-client.ts'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { emailProblem, useSaid } from '../fields.ts'
import { forgetSecret, secretOf, spending } from './link-secrets.ts'
import { SignInPage } from './sign-in-page.tsx'
import { useLink } from './use-link.ts'

const path = '/updateEmail'

/** Confirms a new e-mail address by the link that was sent to it. */
export function UpdateEmailPage() {
  const { t } = useTranslation()
  const said = useSaid()
  const navigate = useNavigate()
  const token = secretOf(path)
  const { refusal: ofLink } = useLink(path, 'email')
  const sending = useSubmit(async ({ email }: { email: string }) => {
    if (ofLink?.code === 'invalid_token') throw ofLink
    await spending(path, call(updateEmailEndpoint, { body: { token: token ?? '', email } }))
    forgetSecret(path)
    await navigate({ to: '/login', search: { reset: 'email' } })
  })
  const form = useForm({
    initialValues: { email: '', again: '' },
    validateInputOnBlur: true,
    validate: {
      email: (value) => said(newEmailProblem(value)),
      again: (value, { email }) => said(newEmailProblem(value) || (value !== email && 'sameEmail')),
    },
    onValuesChange: sending.reset,
  })
  const refusal = sending.refusal ?? ofLink
  const field = { type: 'email', autoComplete: 'email' }

  return (
    <SignInPage title={t('update_email.title')} subtitle={t('update_email.subtitle')}>
      <form noValidate onSubmit={form.onSubmit(sending.submit)}>
        <Stack gap="md">
          {refusal && (
            <Alert color="red" role="alert">
              {t(`update_email.error.${kindOf(refusal)}`)}
            </Alert>
          )}
          <TextInput label={t('update_email.email')} autoFocus {...field} {...form.getInputProps('email')} />
          <TextInput label={t('update_email.again')} {...field} {...form.getInputProps('again')} />
          <Button type="submit" loading={sending.isBusy}>
            {t('update_email.submit')}
          </Button>
        </Stack>
      </form>
    </SignInPage>
  )
}

// At least 3 characters (specification 000, section 5).
const newEmailProblem = (value: string) => (value !== '' && value.length < 3 ? 'email_too_short' : emailProblem(value))

/** The kind of refusal (specification 000, section 8): a bad link, or anything else. */
const kindOf = ({ code, details }: ApiRefusal) =>
  code === 'invalid_token' || 'body.token' in details
    ? 'invalidToken'
    : code === 'email_not_of_link' || code === 'sign_on_required' || code === 'too_many_attempts' || code === 'network'
      ? code
      : 'submitError'
