import { sendWebhookAgainEndpoint } from '@kontor/contract/webhooks/webhook.endpoints'
import { webhook } from '@kontor/contract/webhooks/webhook.entity'
import { IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { BulkAction } from '../platform/list/bulk/bulk.ts'

/** Sends webhooks that were given up once more, for example after a receiver's failure. */
export function useWebhookBulk(): readonly BulkAction[] {
  const { t } = useTranslation()
  return [
    {
      name: 'send-again',
      label: t('webhooks.send_again'),
      icon: <IconSend size={16} aria-hidden />,
      about: (count) => t('webhooks.send_again_several', { count }),
      roles: [webhook.roles.update],
      endpoint: sendWebhookAgainEndpoint,
    },
  ]
}
