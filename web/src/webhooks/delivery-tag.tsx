import type { WebhookDelivery } from '@kontor/contract/webhooks/webhook.rules'
import { useTranslation } from 'react-i18next'
import { WordTag } from '../ui/words/word-tag.tsx'

const colours = { WAITING: 'blue', DELIVERED: 'green', REFUSED: 'red', GIVEN_UP: 'red' } as const

export function DeliveryTag({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('fields')
  return <WordTag color={colours[delivery]}>{t(`delivery.${delivery}`)}</WordTag>
}
