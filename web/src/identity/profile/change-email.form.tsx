import { changeEmailEndpoint } from '@kontor/contract/identity/profile.endpoints'
import { changeEmailSchemas } from '@kontor/contract/identity/profile.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../platform/form/fields.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'
import { SecretField } from './secret-field.tsx'
import { useReadAgain } from './use-profile.ts'

/** The new address takes effect when the link that is mailed to it is opened. */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const readAgain = useReadAgain()
  return (
    <RecordForm
      endpoint={changeEmailEndpoint}
      body={changeEmailSchemas.body}
      title={t('profile.change_email')}
      verb={t('profile.send_link')}
      size="md"
      opened
      onClose={onClose}
      initial={{ email: '', password: '' }}
      secrets={['password']}
      exact={['password']}
      onDone={(_reply, { email }) => {
        void readAgain()
        notify({ color: 'green', message: t('profile.email_sent', { email }) })
      }}
    >
      <Text size="sm">{t('profile.change_email_text')}</Text>
      <TextField name="email" label={t('profile.new_email')} type="email" autoComplete="email" autoFocus />
      <SecretField
        name="password"
        label={t('profile.own_password')}
        autoComplete="current-password"
        refusals={['invalid_password']}
      />
    </RecordForm>
  )
}
