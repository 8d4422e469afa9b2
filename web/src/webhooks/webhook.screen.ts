import { IconTestPipe, IconWebhook } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

const list = {
  entity: 'webhook',
  icon: IconWebhook,
  window: true,
  page: () => import('./webhook.page.tsx'),
  panel: () => import('./webhook.panel.tsx'),
}

/** All webhooks to a merchant's systems. */
export const webhooks = defineList({ ...list, route: '/webhooks', label: 'webhooks', attention: 'webhooks' })

/** All webhooks of all merchants. */
export const pspWebhooks = defineList({ ...list, route: '/psp/webhooks', label: 'psp_webhooks', attention: 'webhooks' })

/** Webhooks that were sent by hand, and the form that sends one, possibly as a copy. */
export const webhookTesting = defineList({
  ...list,
  route: '/webhook-testing',
  label: 'webhook_testing',
  icon: IconTestPipe,
  fixed: { manual: 'true' },
  parameters: ['clone'],
  add: { label: 'webhooks.create' },
  page: () => import('./webhook-testing.page.tsx'),
})
