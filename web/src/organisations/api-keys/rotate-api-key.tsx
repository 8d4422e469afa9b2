import { rotateApiKeyEndpoint } from '@kontor/contract/organisations/api-keys.endpoints'
import type { ApiKey } from '@kontor/contract/organisations/api-keys.entity'
import { longestLife_days, overlapHours, soonEnded_days } from '@kontor/contract/organisations/api-keys.rules'
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
  row: Pick<ApiKey, 'id' | 'name' | 'created_at' | 'expires_at'>
  opened: boolean
  onClose: () => void
}

/** Replaces a key, and shows the secret of the new one once. */
export function RotateApiKey({ row, opened, onClose }: RotateApiKeyProps) {
  const { t } = useTranslation()
  const [made, setMade] = useState<NewApiKey>()
  const { time_zone } = useViewer()
  const [now] = useState(() => new Date())
  const dayAfter = (days: number) => dayAhead(days, now, time_zone)
  const life_days = lifeOfSoonEnded(row, now)
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
        initial={{ overlap_hours: '24', expires_at: life_days === undefined ? '' : dayAfter(life_days) }}
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
          label={t(life_days === undefined ? 'api_settings.other_last_day' : 'api_settings.last_day_of_new')}
          description={<SameEnd at={row.expires_at} isSoon={life_days !== undefined} />}
          earliest={dayAfter(0)}
          latest={dayAfter(longestLife_days - 1)}
        />
      </RecordForm>
      <ApiKeySecret made={made} onClose={() => setMade(undefined)} />
    </>
  )
}

/** How many days a key lasts that ends soon; undefined for another one. */
function lifeOfSoonEnded({ created_at, expires_at }: RotateApiKeyProps['row'], now: Date): number | undefined {
  if (expires_at === null) return undefined
  const days = (from: number) => (Date.parse(expires_at) - from) / 86_400_000
  if (days(now.getTime()) >= soonEnded_days) return undefined
  return Math.min(Math.max(Math.round(days(Date.parse(created_at))), 1), longestLife_days - 1)
}

/** Until when the new key works, if nobody chooses another day. */
function SameEnd({ at, isSoon }: { at: string | null; isSoon: boolean }) {
  const { t } = useTranslation()
  if (at === null) return t('api_settings.same_end_never')
  return (
    <>
      {t(isSoon ? 'api_settings.same_end_soon' : 'api_settings.same_end')} <Instant value={at} />
    </>
  )
}
