import { IconRepeat } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

export const subscriptions = defineList({
  route: '/subscriptions',
  label: 'subscriptions',
  icon: IconRepeat,
  entity: 'subscription',
  window: true,
  attention: 'subscriptions',
  add: { label: 'subscriptions.add_subscription', choosing: ['plan', 'customer'] },
  page: () => import('./subscription.page.tsx'),
  panel: () => import('./subscription.panel.tsx'),
})
