import type { WebhookDelivery } from '@kontor/contract/webhooks/webhook.rules'
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const colours = { WAITING: 'blue', DELIVERED: 'green', REFUSED: 'red', GIVEN_UP: 'red' } as const

export function DeliveryTag({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('fields')
  return (
    <Badge variant="light" color={colours[delivery]} className="status-tag">
      {t(`delivery.${delivery}`)}
    </Badge>
  )
}
