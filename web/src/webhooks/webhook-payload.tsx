import type { webhookDeliveryEndpoint } from '@kontor/contract/webhooks/webhook.endpoints'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { useRead } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { RawText } from '../ui/words/raw-text.tsx'

export type Told = ReturnType<typeof useRead<typeof webhookDeliveryEndpoint>>

/** The exact body that is sent. */
export function WebhookPayload({ told: { data, error, refetch } }: { told: Told }) {
  const { t } = useTranslation()
  if (!data) return <NotYet error={error} refetch={refetch} height={240} />
  if (!data.payload) return <Text c="dimmed">{t('webhooks.payload_hidden')}</Text>
  return (
    <section aria-label={t('webhooks.tab.payload')}>
      <RawText text={JSON.stringify(data.payload, null, 2)} />
    </section>
  )
}
