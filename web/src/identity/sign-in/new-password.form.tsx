import { brokenPasswordRules, type PasswordPolicy } from '@kontor/contract/identity/password.rules'
import { Alert, Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from '../../platform/api/api-client.ts'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { useSaid } from '../fields.ts'
import { PasswordField } from '../password-field.tsx'
import { PasswordRules } from '../password-rules.tsx'

interface NewPasswordFormProps {
  policy: PasswordPolicy
  /** A fault of the link itself; the form then sends nothing. */
  refusal: ApiRefusal | undefined
  onSubmit: (password: string) => Promise<void>
}

/** A password field, its repetition, and a live list of the rules. */
export function NewPasswordForm({ policy, refusal: ofLink, onSubmit }: NewPasswordFormProps) {
  const { t } = useTranslation()
  const said = useSaid()
  const sending = useSubmit(async ({ password }: { password: string }) => {
    if (ofLink?.code === 'invalid_token') throw ofLink
    await onSubmit(password)
  })
  const form = useForm({
    initialValues: { password: '', again: '' },
    validateInputOnBlur: true,
    validate: {
      password: (value) =>
        said(value === '' ? 'required' : brokenPasswordRules(value, policy).length > 0 && 'password_too_weak'),
      again: (value, { password }) => said(value === '' ? 'required' : value !== password && 'notSame'),
    },
    onValuesChange: sending.reset,
  })
  const refusal = sending.refusal ?? ofLink
  return (
    <form noValidate onSubmit={form.onSubmit(sending.submit)}>
      <Stack gap="md">
        {refusal && (
          <Alert color="red" role="alert">
            {t(`update_password.error.${kindOf(refusal)}`)}
          </Alert>
        )}
        <PasswordField
          label={t('update_password.password')}
          autoComplete="new-password"
          autoFocus
          {...form.getInputProps('password')}
        />
        <PasswordRules password={form.values.password} policy={policy} />
        <PasswordField
          label={t('update_password.again')}
          autoComplete="new-password"
          {...form.getInputProps('again')}
        />
        <Button type="submit" loading={sending.isBusy}>
          {t('update_password.submit')}
        </Button>
      </Stack>
    </form>
  )
}

/** The kind of refusal (specification 000, section 8): a bad link, a leaked password, or anything else. */
function kindOf({ code, details }: ApiRefusal) {
  if (code === 'invalid_token' || 'body.token' in details) return 'invalidToken'
  if (code === 'sign_on_required') return code
  if (code === 'password_leaked') return 'passwordLeaked'
  if (code === 'password_too_weak') return 'passwordTooWeak'
  if (code === 'too_many_attempts' || code === 'network') return code
  return 'unknown'
}
