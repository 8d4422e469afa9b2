import { revokeApiKeyEndpoint } from '@kontor/contract/organisations/api-keys.endpoints'
import type { ApiKey } from '@kontor/contract/organisations/api-keys.entity'
import { revokeApiKeySchemas } from '@kontor/contract/organisations/api-keys.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../platform/form/fields.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'

/** Revokes a key once its name was typed: programs lose their access at that moment. */
export function RevokeApiKey({ row, onClose }: { row: Pick<ApiKey, 'id' | 'name'>; onClose: () => void }) {
  const { t } = useTranslation()
  const { name } = row
  const isTyped = (typed: unknown) => typeof typed === 'string' && typed.trim() === name.trim()
  return (
    <RecordForm
      endpoint={revokeApiKeyEndpoint}
      body={revokeApiKeySchemas.body}
      params={{ id: row.id }}
      title={t('api_settings.revoke_title', { name })}
      verb={t('api_settings.revoke_verb')}
      size="md"
      isDangerous
      opened
      onClose={onClose}
      initial={{ typed: '' }}
      bodyOf={() => ({})}
      problems={({ values }) => ({ typed: isTyped(values['typed']) ? null : t('api_keys.type_name_problem') })}
      onDone={() => notify({ color: 'green', message: t('api_settings.revoked', { name }) })}
    >
      <Text size="sm">{t('api_settings.revoke_text')}</Text>
      <TextField name="typed" label={t('api_keys.type_name', { name })} isRequired autoFocus />
    </RecordForm>
  )
}
