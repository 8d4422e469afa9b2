import { IconUsers } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

export const customers = defineList({
  route: '/customers',
  label: 'customers',
  icon: IconUsers,
  entity: 'customer',
  window: true,
  add: { label: 'customers.add', choosing: ['organisation'] },
  page: () => import('./customer.page.tsx'),
  panel: () => import('./customer.panel.tsx'),
})
