import { brokenPasswordRules, type PasswordPolicy } from '@kontor/contract/identity/password.rules'
import { changePasswordEndpoint } from '@kontor/contract/identity/profile.endpoints'
import { changePasswordSchemas } from '@kontor/contract/identity/profile.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type FormValues, RecordForm, useFormValues } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'
import { PasswordRules } from '../password-rules.tsx'
import { SecretField } from './secret-field.tsx'
import { useReadAgain } from './use-profile.ts'

interface ChangePasswordDialogProps {
  policy: PasswordPolicy
  onClose: () => void
}

const passwords = ['current_password', 'password', 'again'] as const

export function ChangePasswordDialog({ policy, onClose }: ChangePasswordDialogProps) {
  const { t } = useTranslation()
  const readAgain = useReadAgain()
  return (
    <RecordForm
      endpoint={changePasswordEndpoint}
      body={changePasswordSchemas.body}
      title={t('profile.change_password')}
      verb={t('profile.change_password')}
      size="md"
      opened
      onClose={onClose}
      initial={{ current_password: '', password: '', again: '' }}
      bodyOf={({ again: _, ...body }) => body}
      problems={({ values }) => {
        const { password, again } = textsOf(values)
        const isWeak = password !== '' && brokenPasswordRules(password, policy).length > 0
        const isMissing = again === '' && t('form_validation.required')
        return {
          password: isWeak ? t('form_validation.password_too_weak') : null,
          again: isMissing || (again === password ? null : t('form_validation.notSame')),
        }
      }}
      secrets={passwords}
      exact={passwords}
      onDone={() => {
        void readAgain()
        notify({ color: 'green', message: t('profile.password_set') })
      }}
    >
      <Text size="sm">{t('profile.change_password_text')}</Text>
      <SecretField
        name="current_password"
        label={t('profile.own_password')}
        autoComplete="current-password"
        autoFocus
        refusals={['invalid_password']}
      />
      <SecretField
        name="password"
        label={t('update_password.password')}
        autoComplete="new-password"
        refusals={['password_leaked', 'password_too_weak']}
      />
      <Rules policy={policy} />
      <SecretField name="again" label={t('update_password.again')} autoComplete="new-password" isRequired />
    </RecordForm>
  )
}

const Rules = ({ policy }: { policy: PasswordPolicy }) => (
  <PasswordRules password={textsOf(useFormValues()).password} policy={policy} />
)

const textsOf = ({ password, again }: FormValues) => ({ password: String(password ?? ''), again: String(again ?? '') })
