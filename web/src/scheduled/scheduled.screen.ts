import { IconCalendarDue } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

export const scheduledTransactions = defineList({
  route: '/transactions/scheduled',
  label: 'scheduled',
  icon: IconCalendarDue,
  entity: 'scheduled_transaction',
  initial: { 'status[]': ['CREATED'] },
  add: { label: 'scheduled.add', choosing: ['customer', 'card', 'payment_profile'] },
  page: () => import('./scheduled.page.tsx'),
  panel: () => import('./scheduled.panel.tsx'),
})
