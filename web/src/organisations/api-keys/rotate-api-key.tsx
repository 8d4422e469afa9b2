import { rotateApiKeyEndpoint } from '@kontor/contract/organisations/api-keys.endpoints'
import type { ApiKey } from '@kontor/contract/organisations/api-keys.entity'
import { longestLife_days, overlapHours } from '@kontor/contract/organisations/api-keys.rules'
import { type NewApiKey, rotateApiKeySchemas } from '@kontor/contract/organisations/api-keys.schemas'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayField } from '../../platform/form/dates/date-fields.tsx'
import { dayAhead } from '../../platform/form/dates/day-ahead.ts'
import { ChoiceField } from '../../platform/form/fields.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import { useViewer } from '../../platform/viewer.ts'
import { ApiKeySecret } from './api-key-secret.tsx'

interface RotateApiKeyProps {
  row: Pick<ApiKey, 'id' | 'name' | 'expires_at'>
  opened: boolean
  onClose: () => void
}

/** Replaces a key, and shows the secret of the new one once. */
export function RotateApiKey({ row, opened, onClose }: RotateApiKeyProps) {
  const { t } = useTranslation()
  const [made, setMade] = useState<NewApiKey>()
  const { time_zone } = useViewer()
  const dayAfter = (days: number) => dayAhead(days, new Date(), time_zone)
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
        initial={{ overlap_hours: '24', expires_at: '' }}
        bodyOf={({ overlap_hours, expires_at }) => ({
          overlap_hours: Number(overlap_hours),
          ...(expires_at ? { expires_at } : {}),
        })}
        onDone={setMade}
      >
        <Text size="sm">{t('api_settings.rotate_text')}</Text>
        <ChoiceField
          name="overlap_hours"
          label={t('api_settings.overlap')}
          choices={overlapHours.map((hours) => `${hours}` as const)}
          textOf={(hours) => t(`api_settings.overlap_hours.${hours}`)}
        />
        <DayField
          name="expires_at"
          label={t('api_settings.other_last_day')}
          description={<SameEnd at={row.expires_at} />}
          earliest={dayAfter(0)}
          latest={dayAfter(longestLife_days - 1)}
        />
      </RecordForm>
      <ApiKeySecret made={made} onClose={() => setMade(undefined)} />
    </>
  )
}

/** Until when the new key works, if nobody chooses another day. */
function SameEnd({ at }: { at: string | null }) {
  const { t } = useTranslation()
  if (at === null) return t('api_settings.same_end_never')
  return (
    <>
      {t('api_settings.same_end')} <Instant value={at} />
    </>
  )
}
