import { IconCalendarDue } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

export const scheduledTransactions = defineList({
  route: '/transactions/scheduled',
  label: 'scheduled',
  icon: IconCalendarDue,
  entity: 'scheduled_transaction',
  initial: { 'status[]': ['CREATED'] },
  page: () => import('./scheduled.page.tsx'),
  panel: () => import('./scheduled.panel.tsx'),
})
