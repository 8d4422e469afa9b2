import { IconFileExport } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

/** Files of payouts for the bank. */
export const paymentOrders = defineList({
  route: '/psp/reports/payment-orders',
  label: 'psp_payment_orders',
  icon: IconFileExport,
  entity: 'payment_order',
  attention: 'payment_orders',
  withCollecting: true,
  add: { label: 'payment_orders.add' },
  page: () => import('./payment-order.page.tsx'),
  panel: () => import('./payment-order.panel.tsx'),
})
