import { changeEmailEndpoint } from '@kontor/contract/identity/profile.endpoints'
import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { useDraft } from '../../platform/form/use-draft.ts'
import { notify } from '../../platform/notify.ts'
import { emailProblem, useSaid } from '../fields.ts'
import { PasswordField } from '../password-field.tsx'
import { besides, FormDialog } from './form-dialog.tsx'
import { useReadAgain } from './use-profile.ts'

/** The name under which a draft of this form is kept. */
export const changeEmailDraft = 'change-email'
const secrets = ['password'] as const

/** The new address takes effect when the link that is mailed to it is opened. */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const said = useSaid()
  const readAgain = useReadAgain()
  const { submit, refusal, isBusy, reset } = useSubmit(async (values: { email: string; password: string }) => {
    await call(changeEmailEndpoint, { body: values })
    await readAgain()
    close()
    notify({ color: 'green', message: t('profile.email_sent', { email: values.email }) })
  })
  const form = useForm({
    initialValues: { email: '', password: '' },
    validateInputOnBlur: true,
    validate: {
      email: (value) => said(emailProblem(value)),
      password: (value) => said(value === '' && 'required'),
    },
    onValuesChange: reset,
  })
  const draft = useDraft(form, changeEmailDraft, { secrets })
  const close = () => {
    draft.clear()
    onClose()
  }
  const isWrong = refusal?.code === 'invalid_password'
  return (
    <FormDialog
      title={t('profile.change_email')}
      verb={t('profile.send_link')}
      isBusy={isBusy}
      refusal={besides(refusal, 'invalid_password')}
      onSubmit={form.onSubmit(submit)}
      onClose={close}
    >
      <Text size="sm">{t('profile.change_email_text')}</Text>
      <TextInput
        label={t('profile.new_email')}
        type="email"
        autoComplete="email"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <PasswordField
        label={t('profile.own_password')}
        autoComplete="current-password"
        {...form.getInputProps('password')}
        error={form.errors.password ?? (isWrong && t('errors.invalid_password'))}
      />
    </FormDialog>
  )
}
