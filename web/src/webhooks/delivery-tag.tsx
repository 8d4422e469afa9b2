import type { WebhookDelivery } from '@kontor/contract/webhooks/webhook.rules'
import { useTranslation } from 'react-i18next'
import { WordTag } from '../ui/words/word-tag.tsx'

const colours = { WAITING: 'blue', DELIVERED: 'green', REFUSED: 'red', GIVEN_UP: 'red' } as const

export function DeliveryTag({ delivery, address_off }: { delivery: WebhookDelivery; address_off: boolean }) {
  const { t } = useTranslation(['main', 'fields'])
  if (address_off) return <WordTag color="red">{t('webhooks.address_off')}</WordTag>
  return <WordTag color={colours[delivery]}>{t(`fields:delivery.${delivery}`)}</WordTag>
}
