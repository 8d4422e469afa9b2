import { IconGavel } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

export const chargebacks = defineList({
  route: '/chargebacks',
  label: 'chargebacks',
  icon: IconGavel,
  entity: 'chargeback',
  window: true,
  attention: 'chargebacks',
  page: () => import('./chargeback.page.tsx'),
  panel: () => import('./chargeback.panel.tsx'),
})
