import { createWebhookEndpoint, sendWebhookAgainEndpoint } from '@kontor/contract/webhooks/webhook.endpoints'
import { webhook } from '@kontor/contract/webhooks/webhook.entity'
import { IconSend } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { IfMay } from '../platform/if-may.tsx'
import type { BulkAction } from '../platform/list/bulk/bulk.ts'
import { ListPage } from '../platform/list/list-page.tsx'
import { FieldListSkeleton } from '../ui/skeletons.tsx'
import { useWebhookColumns } from './clone-column.tsx'
import { CreateWebhook } from './create-webhook.tsx'

const WebhookPanel = lazy(() => import('./webhook.panel.tsx').then((module) => ({ default: module.WebhookPanel })))

interface WebhookListProps {
  path: '/webhooks' | '/psp/webhooks' | '/webhook-testing'
  /** Of the navigation's texts. */
  name: string
  /** Only those that were sent by hand. */
  isTesting?: boolean
  children?: ReactNode
}

const byHand = { manual: 'true' }

function WebhookList({ path, name, isTesting = false, children }: WebhookListProps) {
  const { t } = useTranslation()
  const columns = useWebhookColumns()
  const bulk = useBulk()
  return (
    <ListPage
      entity={webhook}
      path={path}
      hasWindow
      title={t(`nav.${name}.label`)}
      description={t(`nav.${name}.description`)}
      columns={columns}
      populate={webhook.populate}
      bulk={bulk}
      {...(isTesting ? { fixed: byHand } : {})}
      panel={(id) => (
        <Suspense fallback={<FieldListSkeleton />}>
          <WebhookPanel key={id} id={id} />
        </Suspense>
      )}
    >
      {children}
    </ListPage>
  )
}

/** Whatever a merchant's systems were told. */
export const WebhookPage = () => <WebhookList path="/webhooks" name="webhooks" />

/** The same of all merchants. */
export const PspWebhookPage = () => <WebhookList path="/psp/webhooks" name="psp_webhooks" />

/** Those by hand, and the form that sends one. */
export const WebhookTestingPage = () => (
  <WebhookList path="/webhook-testing" name="webhook_testing" isTesting>
    <IfMay do={createWebhookEndpoint}>
      <CreateWebhook />
    </IfMay>
  </WebhookList>
)

/** After a receiver's bad day: everything that was given up, once more. */
function useBulk(): readonly BulkAction[] {
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
