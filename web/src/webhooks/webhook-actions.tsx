import { sendWebhookAgainEndpoint } from '@kontor/contract/webhooks/webhook.endpoints'
import type { Webhook } from '@kontor/contract/webhooks/webhook.entity'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { IfMay } from '../platform/if-may.tsx'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'

export function WebhookActions({ row }: { row: Pick<Webhook, 'id' | 'delivery'> }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  return (
    <IfMay do={sendWebhookAgainEndpoint}>
      <ActionBar>
        <ActionButton
          icon={IconSend}
          label={t('webhooks.send_again')}
          reason={row.delivery === 'WAITING' ? t('errors.webhook_waiting') : undefined}
          onClick={() => setAsking(true)}
        />
        <ConfirmCommand
          endpoint={sendWebhookAgainEndpoint}
          params={{ id: row.id }}
          opened={isAsking}
          onClose={() => setAsking(false)}
          title={t('webhooks.send_again_title')}
          text={t('webhooks.send_again_text')}
          verb={t('webhooks.send_again')}
          done={t('webhooks.sent_again')}
        />
      </ActionBar>
    </IfMay>
  )
}
