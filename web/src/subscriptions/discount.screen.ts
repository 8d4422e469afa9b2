import { IconDiscount } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

export const discounts = defineList({
  route: '/subscriptions/discounts',
  label: 'discounts',
  icon: IconDiscount,
  entity: 'subscription_discount',
  window: true,
  add: { label: 'subscriptions.add_discount', choosing: ['organisation'] },
  page: () => import('./discount.page.tsx'),
  panel: () => import('./discount.panel.tsx'),
})
