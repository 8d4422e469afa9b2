import { IconTagOff } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

/** Payments of all merchants that were booked without a fee. */
export const unpricedPayments = defineList({
  route: '/psp/pricing/unpriced',
  label: 'pricing_unpriced',
  entity: 'unpriced_payment',
  icon: IconTagOff,
  attention: 'unpriced_payments',
  withCollecting: true,
  page: () => import('./unpriced-payment.page.tsx'),
})
