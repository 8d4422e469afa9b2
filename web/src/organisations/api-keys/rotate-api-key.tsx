import { rotateApiKeyEndpoint } from '@kontor/contract/organisations/api-keys.endpoints'
import type { ApiKey } from '@kontor/contract/organisations/api-keys.entity'
import { overlapHours } from '@kontor/contract/organisations/api-keys.rules'
import { type NewApiKey, rotateApiKeySchemas } from '@kontor/contract/organisations/api-keys.schemas'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceField } from '../../platform/form/fields.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { ApiKeySecret } from './api-key-secret.tsx'

interface RotateApiKeyProps {
  row: Pick<ApiKey, 'id' | 'name'>
  opened: boolean
  onClose: () => void
}

/** Replaces a key, and shows the secret of the new one once. */
export function RotateApiKey({ row, opened, onClose }: RotateApiKeyProps) {
  const { t } = useTranslation()
  const [made, setMade] = useState<NewApiKey>()
  return (
    <>
      <RecordForm
        endpoint={rotateApiKeyEndpoint}
        body={rotateApiKeySchemas.body}
        params={{ id: row.id }}
        title={t('api_settings.rotate_title', { name: row.name })}
        verb={t('api_settings.rotate_verb')}
        size="md"
        opened={opened}
        onClose={onClose}
        initial={{ overlap_hours: '24' }}
        bodyOf={({ overlap_hours }) => ({ overlap_hours: Number(overlap_hours) })}
        onDone={setMade}
      >
        <Text size="sm">{t('api_settings.rotate_text')}</Text>
        <ChoiceField
          name="overlap_hours"
          label={t('api_settings.overlap')}
          choices={overlapHours.map((hours) => `${hours}` as const)}
          textOf={(hours) => t(`api_settings.overlap_hours.${hours}`)}
        />
      </RecordForm>
      <ApiKeySecret made={made} onClose={() => setMade(undefined)} />
    </>
  )
}
