import { resetMfaOfUserEndpoint } from '@kontor/contract/identity/users/user.endpoints'
import { resetMfaOfUserSchemas } from '@kontor/contract/identity/users/user.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../platform/form/fields.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'
import type { AnyUser } from './any-user.ts'

/** Asks why the factor is reset: whoever does it has to be sure who wants it. */
export function ResetMfa({ row, onClose }: { row: AnyUser; onClose: () => void }) {
  const { t } = useTranslation()
  const said = { name: row.name }
  return (
    <RecordForm
      endpoint={resetMfaOfUserEndpoint}
      body={resetMfaOfUserSchemas.body}
      params={{ id: row.id }}
      title={t('users.reset_mfa.title', said)}
      verb={t('users.reset_mfa.verb')}
      isDangerous
      opened
      onClose={onClose}
      initial={{ reason: '' }}
      onDone={() => notify({ color: 'green', message: t('users.reset_mfa.done', said) })}
    >
      <Text size="sm">{t('users.reset_mfa.text', said)}</Text>
      <TextField
        name="reason"
        label={t('users.reset_mfa.reason')}
        description={t('users.reset_mfa.reason_help', said)}
        maxLength={500}
        autoFocus
      />
    </RecordForm>
  )
}
