import { IconCalendarRepeat } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

export const plans = defineList({
  route: '/subscriptions/plans',
  label: 'plans',
  icon: IconCalendarRepeat,
  entity: 'plan',
  window: true,
  add: { label: 'subscriptions.add_plan', choosing: ['payment_profile'] },
  page: () => import('./plan.page.tsx'),
  panel: () => import('./plan.panel.tsx'),
})
