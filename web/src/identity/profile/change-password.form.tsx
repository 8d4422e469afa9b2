import { brokenPasswordRules, type PasswordPolicy } from '@kontor/contract/identity/password.rules'
import { changePasswordEndpoint } from '@kontor/contract/identity/profile.endpoints'
import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { notify } from '../../platform/notify.ts'
import { useSaid } from '../fields.ts'
import { PasswordField } from '../password-field.tsx'
import { PasswordRules } from '../password-rules.tsx'
import { besides, FormDialog } from './form-dialog.tsx'
import { useReadAgain } from './use-profile.ts'

interface Values {
  current: string
  password: string
  again: string
}

export function ChangePasswordDialog({ policy, onClose }: { policy: PasswordPolicy; onClose: () => void }) {
  const { t } = useTranslation()
  const said = useSaid()
  const textOf = useRefusalText()
  const readAgain = useReadAgain()
  const { submit, refusal, isBusy, reset } = useSubmit(async ({ current, password }: Values) => {
    await call(changePasswordEndpoint, { body: { current_password: current, password } })
    await readAgain()
    onClose()
    notify({ color: 'green', message: t('profile.password_set') })
  })
  const form = useForm<Values>({
    initialValues: { current: '', password: '', again: '' },
    validateInputOnBlur: true,
    validate: {
      current: (value) => said(value === '' && 'required'),
      password: (value) =>
        said(value === '' ? 'required' : brokenPasswordRules(value, policy).length > 0 && 'password_too_weak'),
      again: (value, { password }) => said(value === '' ? 'required' : value !== password && 'notSame'),
    },
    onValuesChange: reset,
  })
  const saidBelow = ['invalid_password', 'password_leaked', 'password_too_weak']
  const below = (...codes: string[]) => refusal && codes.includes(refusal.code) && textOf(refusal)
  return (
    <FormDialog
      title={t('profile.change_password')}
      verb={t('profile.change_password')}
      isBusy={isBusy}
      refusal={besides(refusal, ...saidBelow)}
      onSubmit={form.onSubmit(submit)}
      onClose={onClose}
    >
      <Text size="sm">{t('profile.change_password_text')}</Text>
      <PasswordField
        label={t('profile.own_password')}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('current')}
        error={form.errors.current ?? below('invalid_password')}
      />
      <PasswordField
        label={t('update_password.password')}
        autoComplete="new-password"
        {...form.getInputProps('password')}
        error={form.errors.password ?? below('password_leaked', 'password_too_weak')}
      />
      <PasswordRules password={form.values.password} policy={policy} />
      <PasswordField label={t('update_password.again')} autoComplete="new-password" {...form.getInputProps('again')} />
    </FormDialog>
  )
}
