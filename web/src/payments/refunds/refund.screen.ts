import { refundRoles } from '@kontor/contract/payments/refund.rules'
import { IconArrowBackUp } from '@tabler/icons-react'
import { defineList } from '../../platform/screen/screen.ts'

export const refunds = defineList({
  route: '/refunds',
  label: 'refunds',
  icon: IconArrowBackUp,
  entity: 'refund',
  window: true,
  add: { label: 'payments.add_refund', roles: refundRoles },
  page: () => import('./refund.page.tsx'),
  panel: () => import('./refund.panel.tsx'),
})
