import type { webhookDeliveryEndpoint } from '@kontor/contract/webhooks/webhook.endpoints'
import { useTranslation } from 'react-i18next'
import type { useRead } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import './webhooks.css'

export type Told = ReturnType<typeof useRead<typeof webhookDeliveryEndpoint>>

/** The exact body that is sent. */
export function WebhookPayload({ told: { data, error, refetch } }: { told: Told }) {
  const { t } = useTranslation()
  if (!data) return <NotYet error={error} refetch={refetch} height={240} />
  return (
    <section aria-label={t('webhooks.tab.payload')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <pre className="webhook-body" tabIndex={0}>
        {JSON.stringify(data.payload, null, 2)}
      </pre>
    </section>
  )
}
